import { useQuery } from '@tanstack/react-query';
import { enginesQuery } from '../../api/queries.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Status } from '../../ui/Status.tsx';

/** Lists the engines that can be asked now, one line each. */
export function EngineList() {
  const engines = useQuery(enginesQuery);
  if (engines.isError) return <Failure error={engines.error} retry={() => void engines.refetch()} />;
  if (engines.data === undefined) return <Skeleton className="h-16" />;
  return (
    <ul className="grid gap-1">
      {engines.data
        .filter(({ state }) => state === 'ready')
        .map(({ id, label, simulated, declared }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4">
            <span className="sm:basis-80">{label}</span>
            <Status of={simulated ? 'simulated' : 'live'} />
            {declared && <span className="text-small text-soft">declared</span>}
          </li>
        ))}
    </ul>
  );
}
