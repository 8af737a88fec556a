import type { UseQueryResult } from '@tanstack/react-query';
import { ago } from '../format/times.tsx';
import { Button } from './Button.tsx';

/** While a refresh fails, the old data stays, with its age. */
export function Freshness({ query }: { query: UseQueryResult<unknown> }) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <p
      role="status"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-box border border-caution/40 bg-caution-wash px-4 py-2 text-small"
    >
      Shown as of {ago(new Date(query.dataUpdatedAt).toISOString())}: {query.error.message}
      <Button small onClick={() => void query.refetch()}>
        Refresh (free)
      </Button>
    </p>
  );
}
