import { useQuery } from '@tanstack/react-query';
import { recentFailuresQuery } from '../api/queries.ts';
import { integer } from '../format/numbers.ts';

/** Counts the runs of a website that failed in the last week, at the place that lists them. Silent without any. */
export function FailedCount({ siteId }: { siteId: string }) {
  const failed = useQuery(recentFailuresQuery(siteId)).data;
  const count = failed?.items.length ?? 0;
  if (count === 0) return null;
  const text = `${integer(count)}${failed?.nextCursor == null ? '' : '+'}`;
  return (
    <span className="ml-auto text-small text-soft tabular-nums max-md:hidden" title={`${text} failed in 7 days`}>
      {text}
      <span className="sr-only"> failed in 7 days</span>
    </span>
  );
}
