import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { enginesQuery } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { EngineCard } from './EngineCard.tsx';

/** Which engines can be asked, and where? */
export function EnginesPage() {
  const engines = useQuery(enginesQuery);
  const known = engines.data ?? [];
  const ready = known.filter(({ state }) => state === 'ready');
  const off = known.filter(({ state }) => state === 'off');
  const declared = known.find((engine) => engine.declared);
  return (
    <>
      <p className="mb-2 text-small">
        <Link to="/settings" className="link">
          Settings
        </Link>
      </p>
      <PageHead title="Which engines can be asked, and where?">
        {declared === undefined
          ? 'Each engine is one way to ask a question. Their numbers stand side by side and are never added up.'
          : `${integer(ready.length)} of ${countWithNoun(known.length, 'engine')} ${ready.length === 1 ? 'is' : 'are'} ready. Reports count ${foreign(declared.label)} unless another is chosen; numbers of several engines stand side by side and are never added up.`}
      </PageHead>
      {engines.isError && engines.data === undefined && (
        <Failure error={engines.error} retry={() => void engines.refetch()} />
      )}
      {engines.isPending && <Skeleton className="h-96" />}
      {ready.map((engine) => (
        <EngineCard key={engine.id} engine={engine} />
      ))}
      {off.length > 0 && (
        <Section
          title="Off"
          note="Nothing is asked here. Saved answers of these engines stay, and count where they are chosen."
        >
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
