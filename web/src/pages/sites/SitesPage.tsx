import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attentionQuery, plansQuery } from '../../api/planQueries.ts';
import { lastAnswerQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { findNextRound } from '../../asking/nextRound.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { DataTable, type RowTab } from '../../ui/DataTable.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { ArchivedSites } from './ArchivedSites.tsx';
import { type SiteRow, siteColumns } from './siteColumns.tsx';

/** Lists all websites, one row each, with the last 28 days as in their overview. */
export function SitesPage() {
  const sites = useQuery(sitesQuery);
  const plans = useQuery({ ...plansQuery, refetchInterval: false }).data ?? [];
  const items = useQuery(attentionQuery).data ?? [];
  const list = sites.data ?? [];
  const reports = useQueries({ queries: list.map(({ id }) => overviewQuery(id, filtersOf({}))) });
  const lastAnswers = useQueries({ queries: list.map(({ id }) => lastAnswerQuery(id)) });
  // A plan that names questions but no website is matched by the website's questions.
  const isUnclear = plans.some(({ state, questions }) => state === 'active' && questions.websiteId === null);
  const questions = useQueries({ queries: list.map(({ id }) => ({ ...questionsQuery(id), enabled: isUnclear })) });
  const rows = list.map((site, index): SiteRow => {
    const own = plans.filter((plan) => plan.questions.websiteId === site.id);
    const ids = new Set(own.map(({ id }) => id));
    return {
      site,
      report: reports[index]?.data ?? null,
      lastAnswer: lastAnswers[index]?.data ?? null,
      waiting: items.filter(({ websiteId, planId }) => websiteId === site.id || (planId !== null && ids.has(planId)))
        .length,
      next: findNextRound(plans, site.id, questions[index]?.data ?? []),
      plans: own,
    };
  });
  const failed = reports.find(({ isError }) => isError);
  return (
    <>
      <PageHead
        title="All websites"
        info="sites"
        actions={
          <ForMembers>
            <Link to="/start" className={buttonLook('plain')}>
              Add a website
            </Link>
          </ForMembers>
        }
      />
      {sites.isError && <Failure error={sites.error} retry={() => void sites.refetch()} />}
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {sites.data === undefined ? (
        !sites.isError && <Skeleton className="h-64" />
      ) : (
        <DataTable
          label="Websites"
          name="websites"
          noun="website"
          place="sites"
          rows={rows}
          order={urgencyOf}
          tabs={tabs}
          keyOf={({ site }) => site.id}
          searchText={({ site }) => `${site.name} ${site.domain}`}
          columns={siteColumns}
        />
      )}
      <div className="mt-4">
        <ArchivedSites />
      </div>
    </>
  );
}

/** Sorts rows: those that need a person first, then those that changed most. */
const urgencyOf = ({ waiting, report }: SiteRow): number =>
  1_000 * waiting + (hasMoved(report) ? 200 : 0) + Math.abs(report?.comparison?.difference ?? 0);

function hasMoved(report: SiteRow['report']): boolean {
  const verdict = report?.comparison?.verdict;
  return verdict === 'increase' || verdict === 'decrease';
}

const tabs: readonly RowTab<SiteRow>[] = [
  { id: 'all', name: 'All', keep: () => true },
  { id: 'needs', name: 'Needs you', keep: ({ waiting }) => waiting > 0 },
  { id: 'moved', name: 'Moved', keep: ({ report }) => hasMoved(report) },
  {
    id: 'quiet',
    name: 'Not asked',
    // A report leaves out branded questions and other engines, but their answers count as asked.
    keep: ({ report, lastAnswer }) => report !== null && (lastAnswer ?? '') < (report.window.startDate ?? ''),
  },
];
