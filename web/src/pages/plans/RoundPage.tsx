import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type RoundItem, roundQuery } from '../../api/planQueries.ts';
import { dollars } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { itemWords, progressText } from './roundWords.ts';

/** One round: what was asked, what came of it, and what it cost. */
export function RoundPage() {
  const { planId, round: number } = useParams({ from: '/inside/plans/$planId/rounds/$round' });
  const read = useQuery(roundQuery(planId, number));
  if (read.isError && read.data === undefined) {
    return <Failure error={read.error} retry={() => void read.refetch()} />;
  }
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { round, plan, items } = read.data;
  const { money } = round;
  return (
    <>
      <p className="mb-2 text-small">
        <Link to="/plans/$planId" params={{ planId }} className="link">
          <bdi>{plan.name}</bdi>
        </Link>
      </p>
      <PageHead title={`Round ${round.number}`}>
        {round.kind === 'manual' ? 'Asked for ' : 'Due '}
        <Time iso={round.dueAt} />. {progressText(round)}
      </PageHead>
      {round.state === 'missed' ? (
        <Notice tone="caution" title="This round is a gap">
          Nothing was asked and nothing was bought. An answer of later would stand under a date that it does not have.
        </Notice>
      ) : (
        <>
          <Section title="What it cost" note="US dollars">
            <dl className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1">
              <Amount name="Stated by providers" usd={money.statedUsd} />
              <Amount name="Estimated from use" usd={money.estimatedUsd} />
              <Amount name="Held for what is under way" usd={money.heldUsd} />
              <Amount name="Unknown, its worst case" usd={money.unknownUsd} />
              <dt className="font-medium">Together</dt>
              <dd className="text-right font-medium tabular-nums">{dollars(money.totalUsd)}</dd>
            </dl>
          </Section>
          <Section title="Requests">
            <ol className="divide-y divide-line border-line border-y">
              {items.map((item) => (
                <ItemRow key={`${item.caseId} ${item.repeat}`} item={item} />
              ))}
            </ol>
          </Section>
        </>
      )}
    </>
  );
}

function Amount({ name, usd }: { name: string; usd: number }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right tabular-nums">{dollars(usd)}</dd>
    </>
  );
}

function ItemRow({ item }: { item: RoundItem }) {
  const { query, engine, repeat, state, reused, runId, error, denial } = item;
  const isBad = state === 'failed' || state === 'unresolved' || state === 'not_asked';
  const note = error ?? denial;
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 py-2 sm:grid-cols-[1fr_9rem_9rem]">
      <span className="min-w-0 break-words">
        {runId === null ? (
          <bdi>{query ?? 'A question that is gone'}</bdi>
        ) : (
          <Link to="/answers/$runId" params={{ runId }} className="link">
            <bdi>{query ?? 'A question that is gone'}</bdi>
          </Link>
        )}
        {note !== null && <span className="block text-small text-soft">{note}</span>}
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
