import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { enginesQuery } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { EngineRow } from './EngineRow.tsx';

/** Shows every engine as a row that opens its settings and prices: first those that can be asked. */
export function EngineRows() {
  const engines = useQuery(enginesQuery);
  if (engines.isError && engines.data === undefined)
    return <Failure error={engines.error} retry={() => void engines.refetch()} />;
  if (engines.data === undefined) return <Skeleton className="h-72" />;
  return (
    <Rows>
      {engines.data
        .toSorted((one, other) => Number(one.state === 'off') - Number(other.state === 'off'))
        .map((engine) => (
          <EngineRow key={engine.id} engine={engine} />
        ))}
    </Rows>
  );
}

export function EnginesPage() {
  const engines = useQuery(enginesQuery).data ?? [];
  return (
    <>
      <PageHead
        title="Engines"
        info="settingsEngines"
        parent={
          <Link to="/settings" className="hover:underline">
            Settings
          </Link>
        }
      >
        {engines.length > 0 &&
          `${integer(engines.filter(({ state }) => state === 'ready').length)} of ${countWithNoun(engines.length, 'engine')} ready`}
      </PageHead>
      <h2 className="sr-only">All engines</h2>
      <EngineRows />
    </>
  );
}
