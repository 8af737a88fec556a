import { useQuery } from '@tanstack/react-query';
import { enginesQuery, providerKeysQuery } from '../../api/queries.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { Status } from '../../ui/Status.tsx';
import { Probe } from '../engines/Probe.tsx';

/** Providers with credentials, the settings for the others, and a free connection test. */
export function ProviderKeys() {
  const keys = useQuery(providerKeysQuery);
  const engines = useQuery(enginesQuery).data ?? [];
  if (keys.isError) return <Failure error={keys.error} retry={() => void keys.refetch()} />;
  if (keys.data === undefined) return <Skeleton className="h-40" />;
  return (
    <Rows>
      {keys.data.map(({ vendor, variables, isSet, usedFor, testEngineId }) => {
        const engine = engines.find(({ id }) => id === testEngineId);
        const uses = usedFor.join(', ');
        return (
          <Row
            key={vendor}
            name={vendor}
            state={
              <span className="flex flex-wrap items-baseline gap-x-4">
                <span className="w-20">
                  <Status of={isSet ? 'key_set' : 'key_missing'} />
                </span>
                <code className="font-mono">{variables.join(', ')}</code>
                <span title={uses} className="min-w-0 flex-1 truncate max-lg:basis-full">
                  {uses}
                </span>
              </span>
            }
          >
            {isSet && engine !== undefined && <Probe engine={engine} />}
          </Row>
        );
      })}
    </Rows>
  );
}
