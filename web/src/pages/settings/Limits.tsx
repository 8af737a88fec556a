import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../api/queries.ts';
import { integer } from '../../format/numbers.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';

function Allowance({ name, used, of, note }: { name: string; used: number; of: number; note: string }) {
  const part = of === 0 ? 100 : Math.min(100, (100 * used) / of);
  return (
    <li className="grid items-center gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_minmax(0,10rem)]">
      <span>
        {name}
        <span className="block text-small text-soft">{note}</span>
      </span>
      <svg aria-hidden="true" width="100%" height="8" className="block">
        <rect width="100%" height="8" rx="4" fill="var(--sunken)" />
        <rect width={`${part}%`} height="8" rx="4" fill={part >= 100 ? 'var(--caution)' : 'var(--accent)'} />
      </svg>
      <span className="sm:text-right">
        {integer(used)} of {integer(of)} used
      </span>
    </li>
  );
}

export function Limits() {
  const limits = useQuery(limitsQuery);
  if (limits.isError) return <Failure error={limits.error} retry={() => void limits.refetch()} />;
  if (limits.data === undefined) return <Skeleton className="h-40" />;
  const { data } = limits;
  return (
    <ul className="divide-y divide-line">
      <Allowance name="Runs today" note="Until midnight UTC" used={data.runsToday} of={data.runsPerDay} />
      <Allowance name="Runs at once" note="Freed as runs end" used={data.activeRuns} of={data.activeRunLimit} />
      <Allowance
        name="SEO lookups"
        note="Per hour"
        used={data.seoLookupsPerHour - data.seoLookupsRemaining}
        of={data.seoLookupsPerHour}
      />
    </ul>
  );
}
