import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sitesQuery } from '../../api/queries.ts';
import { type WorkItem, workEffectsQuery, workQuery } from '../../api/workQueries.ts';
import { integer } from '../../format/numbers.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { WorkDialog } from './WorkDialog.tsx';
import { workColumns } from './workColumns.tsx';

const tabs = [
  { id: 'open', name: 'To do', keep: ({ state }: WorkItem) => state === 'open' },
  { id: 'doing', name: 'Doing', keep: ({ state }: WorkItem) => state === 'doing' },
  { id: 'done', name: 'Done', keep: ({ state }: WorkItem) => state === 'done' },
  {
    id: 'closed',
    name: 'Declined or outdated',
    keep: ({ state }: WorkItem) => state === 'declined' || state === 'gone',
  },
] as const;

/** Shows one list of everything that answers, captures and logs suggest, with owners and states. */
export function WorkPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const work = useQuery(workQuery(siteId, { state: 'all' }));
  const [choice, choose] = useState<WorkItem | null>(null);
  if (site === undefined) return null;
  const items = work.data?.items;
  return (
    <>
      <PageHead
        title="Work"
        info="work"
        primary={
          <Link to="/sites/$siteId/experiments" params={{ siteId }} className={buttonLook('plain')}>
            Experiments
          </Link>
        }
      />
      <MonthLines siteId={siteId} />
      {work.isError && items === undefined && <Failure error={work.error} retry={() => void work.refetch()} />}
      {items === undefined ? (
        !work.isError && <Skeleton className="h-96" />
      ) : items.length === 0 ? (
        <Empty title="Nothing to do">No suggestions from answers, captures or logs.</Empty>
      ) : (
        <DataTable
          label="Work"
          name={`${site.domain}-work`}
          noun="item"
          rows={items}
          tabs={tabs}
          keyOf={({ id }) => id}
          searchText={({ evidence, owner }) => `${evidence.title} ${evidence.rule} ${evidence.subject} ${owner ?? ''}`}
          columns={workColumns(siteId, choose)}
        />
      )}
      {work.data !== undefined && work.data.total > work.data.items.length && (
        <p className="text-small text-soft">
          The first {integer(work.data.items.length)} of {integer(work.data.total)} items.
        </p>
      )}
      {choice !== null && <WorkDialog item={choice} siteId={siteId} onClose={() => choose(null)} />}
    </>
  );
}

/** Shows months with finished items: this one, and the newest one whose answers after the work are complete. */
function MonthLines({ siteId }: { siteId: string }) {
  const now = Date.now();
  const months = [now, now - measuredMs].map((ms) => new Date(ms).toISOString().slice(0, 7));
  return [...new Set(months)].map((month) => <MonthLine key={month} siteId={siteId} month={month} />);
}

/** A week for engines to read a change, four weeks of answers, and the longest month. */
const measuredMs = 66 * 86_400_000;

function MonthLine({ siteId, month }: { siteId: string; month: string }) {
  const { data } = useQuery(workEffectsQuery(siteId, month));
  if (data === undefined || data.done === 0) return null;
  return (
    <p className="mb-1 text-small text-soft">
      {month}: {data.words}
    </p>
  );
}
