import { useQuery } from '@tanstack/react-query';
import { archivedSitesQuery } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { useRestore } from './useRestore.ts';

/** Lists archived websites, with a button to restore each. */
export function ArchivedSites() {
  const archived = useQuery(archivedSitesQuery);
  const { mayRestore, restore } = useRestore();
  if (archived.isError) return <Failure error={archived.error} retry={() => void archived.refetch()} />;
  if (archived.data === undefined || archived.data.length === 0) return null;
  return (
    <Section title="Archived websites" info="archivedSites">
      {restore.isError && <Failure error={restore.error} />}
      <ul className="divide-y divide-line">
        {archived.data.map((site) => (
          <li key={site.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0">
              <bdi className="break-words font-medium">{site.name}</bdi> <bdi className="text-soft">{site.domain}</bdi>
              <span className="block text-small text-soft">
                archived <Time iso={site.archivedAt ?? site.createdAt} />
              </span>
            </span>
            {mayRestore && (
              <Button
                small
                busy={restore.isPending && restore.variables === site.id}
                onClick={() => restore.mutate(site.id)}
                aria-label={`Restore ${site.name}`}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
