import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { VisibilityOverview } from '../../../../src/api/wireTypes.ts';
import { casesQuery, overviewQuery, sitesQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { useAsking } from '../../asking/useAsking.ts';
import { counted, integer, percentRange } from '../../format/numbers.ts';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { NoAnswers } from './NoAnswers.tsx';
import { Report } from './Report.tsx';

/** Do the answers recommend us, how sure is that, and what should I do? */
export function OverviewPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const report = useQuery(overviewQuery(siteId, filters));
  const cases = (useQuery(casesQuery).data ?? []).filter((found) => found.target?.websiteId === siteId);
  const [asking, setAsking] = useState(false);
  const isAsking = useAsking(siteId).some((item) => item.state !== 'ended');
  if (site === undefined) return null;
  const hasAnswers = report.data !== undefined && report.data.coverage.questionsAnswered > 0;
  return (
    <>
      <PageHead
        title={`Do the answers recommend ${site.name}?`}
        actions={
          <>
            {hasAnswers && <Button onClick={() => window.print()}>Print</Button>}
            {cases.length > 0 && (
              <Button kind={isAsking ? 'plain' : 'primary'} busy={isAsking} onClick={() => setAsking(true)}>
                {isAsking ? 'Asking' : 'Ask'} {counted(cases.length, 'question')}
              </Button>
            )}
          </>
        }
      >
        {report.data !== undefined ? (
          <Verdict report={report.data} />
        ) : (
          !report.isError && <Skeleton className="h-6 w-96 max-w-full" />
        )}
      </PageHead>
      <FilterBar models={report.data?.models.flatMap(({ model }) => model ?? []) ?? []} sources />
      <Freshness query={report} />
      {report.isError && report.data === undefined && (
        <Failure error={report.error} retry={() => void report.refetch()} />
      )}
      {report.data === undefined && !report.isError && <Loading />}
      {report.data !== undefined &&
        (hasAnswers ? (
          <Report report={report.data} site={site} />
        ) : (
          <NoAnswers report={report.data} site={site} cases={cases} onAsk={() => setAsking(true)} />
        ))}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        questions={cases.map((found) => ({ caseId: found.id, question: found.query, siteId }))}
      />
    </>
  );
}

function Verdict({ report }: { report: VisibilityOverview }) {
  const { visibilityScore: score, coverage, simulated } = report;
  if (score.value === null) return <p>No answer in this window says so yet.</p>;
  return (
    <p>
      <strong className="font-medium text-ink">
        Listed in {integer(score.numerator)} of {counted(score.denominator, simulated ? 'simulated answer' : 'answer')}
      </strong>{' '}
      ({percentRange(score.interval95)} at 95 %), from {counted(coverage.questionsAnswered, 'question')}.
      {report.comparability.mixed ? ' Several models or settings are mixed: filter by one before you compare.' : ''}
      {coverage.truncated ? ' Only the newest 100 attempts count; narrow the dates to see older ones.' : ''}
    </p>
  );
}

function Loading() {
  return (
    <>
      <div className="mb-10 grid gap-6 md:grid-cols-3">
        {['score', 'share', 'position'].map((name) => (
          <Skeleton key={name} className="h-44" />
        ))}
      </div>
      <Skeleton className="h-40" />
    </>
  );
}
