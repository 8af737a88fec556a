import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attentionQuery } from '../api/planQueries.ts';

/** Shows one badge with a count, only if something waits for a person. */
export function AttentionMark() {
  const count = useQuery(attentionQuery).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to="/attention"
      className="inline-flex shrink-0 items-center gap-1 rounded-small border border-caution/40 bg-caution-wash px-2 py-0.5 text-small"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 text-caution">
        <path d="M8 3.500v5.500M8 12v.2" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span className="tabular-nums">{count}</span>
      <span className="sr-only">{count === 1 ? 'needs attention' : 'need attention'}</span>
    </Link>
  );
}
