import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../api/queries.ts';
import { integer } from '../../format/numbers.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';

function Allowance({ name, used, of, note }: { name: string; used: number; of: number; note: string }) {
  const part = of === 0 ? 100 : Math.min(100, (100 * used) / of);
  return (
    <Row
      name={name}
      state={
        <span className="flex items-center gap-4">
          <svg aria-hidden="true" height="8" className="block min-w-0 flex-1">
            <rect width="100%" height="8" rx="4" fill="var(--sunken)" />
            <rect width={`${part}%`} height="8" rx="4" fill={part >= 100 ? 'var(--caution)' : 'var(--accent)'} />
          </svg>
          <span className="w-28 text-right text-ink">
            {integer(used)} of {integer(of)} used
          </span>
          <span className="w-32 max-sm:hidden">{note}</span>
        </span>
      }
    />
  );
}

export function Limits() {
  const limits = useQuery(limitsQuery);
  if (limits.isError) return <Failure error={limits.error} retry={() => void limits.refetch()} />;
  if (limits.data === undefined) return <Skeleton className="h-40" />;
  const { data } = limits;
  return (
    <Rows>
      <Allowance name="Runs today" note="Until midnight UTC" used={data.runsToday} of={data.runsPerDay} />
      <Allowance name="Runs at once" note="Freed as runs end" used={data.activeRuns} of={data.activeRunLimit} />
      <Allowance
        name="SEO lookups"
        note="Per hour"
        used={data.seoLookupsPerHour - data.seoLookupsRemaining}
        of={data.seoLookupsPerHour}
      />
    </Rows>
  );
}
