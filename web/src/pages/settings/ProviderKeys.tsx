import { useQuery } from '@tanstack/react-query';
import { enginesQuery, providerKeysQuery } from '../../api/queries.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Status } from '../../ui/Status.tsx';
import { Probe } from '../engines/Probe.tsx';

/** Providers with credentials, the settings for the others, and a free connection test. */
export function ProviderKeys() {
  const keys = useQuery(providerKeysQuery);
  const engines = useQuery(enginesQuery).data ?? [];
  if (keys.isError) return <Failure error={keys.error} retry={() => void keys.refetch()} />;
  if (keys.data === undefined) return <Skeleton className="h-40" />;
  return (
    <ul className="divide-y divide-line">
      {keys.data.map(({ vendor, variables, isSet, usedFor, testEngineId }) => {
        const engine = engines.find(({ id }) => id === testEngineId);
        return (
          <li key={vendor} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
            <span className="min-w-0">
              <span className="font-medium">{vendor}</span>{' '}
              <span className="ml-2 inline-block">
                <Status of={isSet ? 'key_set' : 'key_missing'} />
              </span>
              <span className="block text-small text-soft">
                {variables.map((variable, index) => (
                  <span key={variable}>
                    {index > 0 && ', '}
                    <code className="font-mono">{variable}</code>
                  </span>
                ))}
                {': '}
                {usedFor.join(', ')}
              </span>
            </span>
            {isSet && engine !== undefined && <Probe engine={engine} />}
          </li>
        );
      })}
    </ul>
  );
}
