import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { enginesQuery } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { EngineCard } from './EngineCard.tsx';

/** Lists the engines and where they can be asked. */
export function EnginesPage() {
  const engines = useQuery(enginesQuery);
  const knownItems = engines.data ?? [];
  const ready = knownItems.filter(({ state }) => state === 'ready');
  const off = knownItems.filter(({ state }) => state === 'off');
  const declared = knownItems.find((engine) => engine.declared);
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
        {declared !== undefined &&
          `${integer(ready.length)} of ${countWithNoun(knownItems.length, 'engine')} ready; reports count ${foreign(declared.label)} unless another is chosen`}
      </PageHead>
      {engines.isError && engines.data === undefined && (
        <Failure error={engines.error} retry={() => void engines.refetch()} />
      )}
      {engines.isPending && <Skeleton className="h-96" />}
      {ready.map((engine) => (
        <EngineCard key={engine.id} engine={engine} />
      ))}
      {off.length > 0 && (
        <Section title="Off" info="otherEngines">
          <div className="-mb-10">
            {off.map((engine) => (
              <EngineCard key={engine.id} engine={engine} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}
