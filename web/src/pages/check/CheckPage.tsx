import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { undecidedQuery } from '../../api/auditQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { AuditPart } from './AuditPart.tsx';
import { UndecidedPart } from './UndecidedPart.tsx';

const parts = ['undecided', 'audit'] as const;

/** Shows a person's decisions on single answers: undecided ones, and a random sample of all. */
export function CheckPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const undecided = useQuery(undecidedQuery(siteId, filters));
  const [part, choosePart] = useTab(parts, 'part');
  if (site === undefined) return null;
  return (
    <>
      <PageHead title="Check answers" filters={<FilterBar models={[]} questions={false} />} />
      <Tabs
        label="Parts of this page"
        value={part}
        onChange={choosePart}
        tabs={[
          { id: 'undecided', name: 'Undecided', count: undecided.data?.undecided },
          { id: 'audit', name: 'Audit' },
        ]}
      />
      {part === 'undecided' ? (
        <UndecidedPart siteId={siteId} undecided={undecided} />
      ) : (
        <AuditPart siteId={siteId} filters={filters} />
      )}
    </>
  );
}
