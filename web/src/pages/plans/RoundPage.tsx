import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/http.ts';
import { type PlanRound, plansQueryKey, roundQuery } from '../../api/planQueries.ts';
import { queryClient } from '../../api/queries.ts';
import { aboutDollars, countWithNoun, integer } from '../../format/numbers.ts';
import { day, shortTime, Time } from '../../format/times.tsx';
import { standings } from '../../money/Standing.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { RoundItems } from './RoundItems.tsx';
import { missingText } from './roundWords.ts';

/** One round: its progress, its cost and its requests. */
export function RoundPage() {
  const { planId, round: number } = useParams({ from: '/inside/plans/$planId/rounds/$round' });
  const read = useQuery(roundQuery(planId, number));
  if (read.isError && read.data === undefined) {
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  }
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { round, plan, items } = read.data;
  const isByHand = plan.kind === 'asks';
  return (
    <>
      <PageHead
        title={isByHand ? 'Manual round' : `Round ${round.number}`}
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
        <Time iso={round.dueAt} />.
        {plan.nextDueAt !== null && (
          <>
            {' '}
            Next round <Time iso={plan.nextDueAt} />.
          </>
        )}
      </PageHead>
      {round.state === 'missed' ? (
        <Notice tone="caution" title="This round is a gap">
          Nothing was asked or bought. The round is not made up later, because later answers would have the wrong date.
          {round.note !== null && ` ${round.note}`}
        </Notice>
      ) : (
        <>
          <RoundFigures round={round} />
          {round.note !== null && (
            <div className="mb-3">
              <Notice tone="caution" title={round.state === 'open' ? 'Round paused' : 'Round with a gap'}>
                <Reason text={round.note} />
              </Notice>
            </div>
          )}
          <RoundItems items={items} name={`${plan.name}-round-${round.number}`} />
        </>
      )}
    </>
  );
}

/** Shows progress and cost of a round in one line each, with their parts. */
function RoundFigures({ round }: { round: PlanRound }) {
  const { number, state, revision, counts, money, endsAt, endedAt } = round;
  const doneCount = counts.requests - counts.waiting - counts.running - counts.not_asked;
  const ended = endedAt ?? endsAt;
  const amounts = (['stated', 'estimated', 'held', 'unknown'] as const).filter((of) => money[`${of}Usd`] > 0);
  return (
    <Figures>
      <Figure name="Answered" figure={`${integer(counts.answered)}/${integer(counts.requests)}`}>
        {missingText(round)}
        {state === 'open' && (
          <ProgressBar label={`Round ${number}`} done={doneCount} of={counts.requests} className="mt-1.5 min-w-40" />
        )}
      </Figure>
      <Figure name={state === 'open' ? 'Cost so far' : 'Cost'} figure={aboutDollars(money.totalUsd)}>
        {amounts.map((of) => `${aboutDollars(money[`${of}Usd`])} ${standings[of].word}`).join(' · ')}
        {money.unpriced > 0 && ` · ${countWithNoun(money.unpriced, 'purchase')} without a known price`}
      </Figure>
      <Figure
        name={state === 'open' ? 'Asks until' : 'Ended'}
        figure={
          state === 'open' ? <Time iso={endsAt} shown={shortTime(endsAt)} /> : <Time iso={ended} shown={day(ended)} />
        }
      >
        revision {revision}
      </Figure>
    </Figures>
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
        Stop
      </Button>
      {stop.isError && <Failure error={stop.error} />}
    </>
  );
}
