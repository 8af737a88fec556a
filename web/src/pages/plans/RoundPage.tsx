import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/http.ts';
import { type PlanRound, plansQueryKey, type RoundItem, roundQuery } from '../../api/planQueries.ts';
import { enginesQuery, queryClient } from '../../api/queries.ts';
import { labelOf, shortLabel } from '../../engines/engineWords.ts';
import { countWithNoun, dollars, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { itemWords, progressText } from './roundWords.ts';

/** One round: what was asked, what came of it, and what it cost. */
export function RoundPage() {
  const { planId, round: number } = useParams({ from: '/inside/plans/$planId/rounds/$round' });
  const read = useQuery(roundQuery(planId, number));
  if (read.isError && read.data === undefined) {
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  }
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { round, plan, items } = read.data;
  // What merely was not asked, the sentence above explains.
  const troubles = items.filter(
    ({ state, denial }) => troubled.includes(state) || (state === 'not_asked' && denial !== null),
  );
  const isByHand = plan.kind === 'asks';
  return (
    <>
      <PageHead
        title={isByHand ? 'Asked by hand' : `Round ${round.number}`}
        parent={
          isByHand ? undefined : (
            <Link to="/plans/$planId" params={{ planId }} className="hover:underline">
              <bdi>{plan.name}</bdi>
            </Link>
          )
        }
        actions={round.state === 'open' && <StopRound planId={planId} number={number} />}
      >
        {isByHand ? 'Asked ' : round.kind === 'manual' ? 'Asked for ' : 'Due '}
        <Time iso={round.dueAt} />. {progressText(round)}
        {plan.nextDueAt !== null && (
          <>
            {' '}
            Next round <Time iso={plan.nextDueAt} />.
          </>
        )}
      </PageHead>
      {round.state === 'missed' ? (
        <Notice tone="caution" title="This round is a gap">
          Nothing was asked and nothing was bought. A later answer would carry the wrong date.
          {round.note !== null && ` ${round.note}`}
        </Notice>
      ) : (
        <>
          {round.note !== null && (
            <Notice
              tone="caution"
              title={round.state === 'open' ? 'This round has stopped for now' : 'This round has a gap'}
            >
              <Reason text={round.note} />
            </Notice>
          )}
          <div className="mb-10 grid gap-x-12 gap-y-8 md:grid-cols-2">
            <Progress round={round} />
            <Costs round={round} />
          </div>
          {troubles.length > 0 && (
            <Section title="Without an answer" note="What was not bought costs nothing.">
              <Items items={troubles} />
            </Section>
          )}
          <Section title="Requests" note={`Revision ${round.revision} of what is asked.`}>
            <Items items={items} />
          </Section>
        </>
      )}
    </>
  );
}

const troubled: readonly RoundItem['state'][] = ['failed', 'unresolved', 'cancelled'];

/** Where its requests stand, each state that there is. */
function Progress({ round: { number, state, counts, endsAt, endedAt } }: { round: PlanRound }) {
  const done = counts.requests - counts.waiting - counts.running - counts.not_asked;
  const states = (Object.keys(itemWords) as RoundItem['state'][]).filter((one) => counts[one] > 0);
  return (
    <section aria-label="Progress">
      <h2 className="mb-3 font-semibold text-title">How far it is</h2>
      <ProgressBar label={`Round ${number}`} done={done} of={counts.requests} className="mb-3 max-w-md" />
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        <Line name="requests" value={integer(counts.requests)} />
        {states.map((one) => (
          <Line key={one} name={itemWords[one]} value={integer(counts[one])} />
        ))}
        <Line name="of them met by a run that was there, for $0" value={integer(counts.reused)} />
      </dl>
      <p className="mt-2 text-small text-soft">
        {state === 'open' ? 'Asks until ' : 'Asked no more since '}
        <Time iso={state === 'open' ? endsAt : (endedAt ?? endsAt)} />.
      </p>
    </section>
  );
}

function Costs({ round: { money, state } }: { round: PlanRound }) {
  return (
    <section aria-label="Cost">
      <h2 className="mb-3 font-semibold text-title">What it cost</h2>
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        <Line name="stated by providers" value={dollars(money.statedUsd)} />
        <Line name="estimated from use" value={dollars(money.estimatedUsd)} />
        <Line name="held for what is under way" value={dollars(money.heldUsd)} />
        <Line name="unknown, its worst case" value={dollars(money.unknownUsd)} />
        <Line name="together" value={dollars(money.totalUsd)} strong />
      </dl>
      <p className="mt-2 text-small text-soft">
        US dollars{state === 'open' ? ', so far' : ''}.
        {money.unpriced > 0 && ` ${countWithNoun(money.unpriced, 'purchase')} without a known price not counted.`}
      </p>
    </section>
  );
}

function Line({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <>
      <dt className={strong ? 'font-medium' : 'text-soft'}>{name}</dt>
      <dd className={`text-right tabular-nums ${strong ? 'font-medium' : ''}`}>{value}</dd>
    </>
  );
}

function StopRound({ planId, number }: { planId: string; number: string }) {
  const stop = useMutation({
    mutationFn: () => call('stopRound', { id: planId, round: number }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: plansQueryKey }),
  });
  return (
    <>
      <Button forMembers busy={stop.isPending} onClick={() => stop.mutate()}>
        Stop this round: ask no more
      </Button>
      {stop.isError && <Failure error={stop.error} />}
    </>
  );
}

function Items({ items }: { items: readonly RoundItem[] }) {
  const engines = useQuery(enginesQuery).data;
  return (
    <ol className="divide-y divide-line border-line border-y">
      {items.map((item) => (
        <ItemRow
          key={`${item.caseId} ${item.repeat}`}
          item={item}
          engine={shortLabel(labelOf(engines, item.engine ?? ''))}
        />
      ))}
    </ol>
  );
}

function ItemRow({ item, engine }: { item: RoundItem; engine: string }) {
  const { query, repeat, state, reused, runId, error, denial } = item;
  const isBad = state === 'failed' || state === 'unresolved' || state === 'not_asked';
  const note = error ?? denial;
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 py-2 sm:grid-cols-[1fr_14rem_7rem]">
      <span className="min-w-0 break-words">
        {runId === null ? (
          <Clamped text={query ?? 'A question that is gone'} />
        ) : (
          <Link to="/answers/$runId" params={{ runId }} className="link">
            <Clamped text={query ?? 'A question that is gone'} />
          </Link>
        )}
        {note !== null && (
          <span className="block text-small text-soft">
            <Reason text={note} />
          </span>
        )}
      </span>
      <span className="text-small text-soft">
        {engine}, answer {repeat}
      </span>
      <span className={`text-small sm:text-right ${isBad ? 'text-caution' : ''}`}>
        {itemWords[state]}
        {reused && ', was there'}
      </span>
    </li>
  );
}
