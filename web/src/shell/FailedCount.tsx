import { useQuery } from '@tanstack/react-query';
import { recentFailuresQuery } from '../api/queries.ts';
import { integer } from '../format/numbers.ts';

/**
 * Shows the number of a website's failed runs in the last week, next to the link to their list. Empty if there are
 * none.
 */
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
