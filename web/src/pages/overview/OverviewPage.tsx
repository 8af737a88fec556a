import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import { enginesQuery, overviewQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { askedOf } from '../../asking/asked.ts';
import { LastAndNext } from '../../asking/LastAndNext.tsx';
import { useAsking } from '../../asking/useAsking.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { countWithNoun, integer, percentRange } from '../../format/numbers.ts';
import { CountedKinds } from '../../shell/CountedKinds.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf, readReportSearch } from '../../shell/reportSearch.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { RunsInTrouble } from '../answers/RunsInTrouble.tsx';
import { NoAnswers } from './NoAnswers.tsx';
import { Report } from './OverviewReport.tsx';

/** Do the answers recommend us, how sure is that, and what should I do? */
export function OverviewPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const report = useQuery(overviewQuery(siteId, filters));
  const questions = useQuery(questionsQuery(siteId)).data ?? [];
  const engines = useQuery(enginesQuery).data;
  const [asking, setAsking] = useState(false);
  const isAsking = useAsking(siteId);
  if (site === undefined) return null;
  const hasAnswers = report.data !== undefined && report.data.coverage.questionsAnswered > 0;
  return (
    <>
      <PageHead
        title={`Do the answers recommend ${foreign(site.name)}?`}
        actions={
          <>
            {hasAnswers && <Button onClick={() => window.print()}>Print</Button>}
            {hasAnswers && (
              <Link
                to="/sites/$siteId/reports"
                params={{ siteId }}
                search={readReportSearch}
                className={buttonLook('plain')}
              >
                Share…
              </Link>
            )}
            {questions.length > 0 && (
              <Button forMembers kind={isAsking ? 'plain' : 'primary'} busy={isAsking} onClick={() => setAsking(true)}>
                {isAsking ? 'Asking' : 'Ask'} {countWithNoun(questions.length, 'question')}
              </Button>
            )}
          </>
        }
      >
        {report.data !== undefined ? (
          <Verdict
            report={report.data}
            engine={(engines?.length ?? 0) > 1 ? labelOf(engines, report.data.engine) : null}
          />
        ) : (
          !report.isError && <Skeleton className="h-6 w-96 max-w-full" />
        )}
        <LastAndNext siteId={siteId} />
      </PageHead>
      <FilterBar models={report.data?.models.flatMap(({ model }) => model ?? []) ?? []} sources />
      <CountedKinds kinds={report.data?.coverage.questionKinds ?? null} />
      <Freshness query={report} />
      <RunsInTrouble siteId={siteId} />
      {report.isError && report.data === undefined && (
        <Failure error={report.error} retry={() => void report.refetch()} />
      )}
      {report.data === undefined && !report.isError && <Loading />}
      {report.data !== undefined &&
        (hasAnswers ? (
          <Report report={report.data} site={site} />
        ) : (
          <NoAnswers report={report.data} site={site} questions={questions} onAsk={() => setAsking(true)} />
        ))}
      <AskDialog open={asking} onClose={() => setAsking(false)} questions={askedOf(questions)} />
    </>
  );
}

/** `engine` names whose answers these are, where there are several. */
function Verdict({ report, engine }: { report: VisibilityOverview; engine: string | null }) {
  const { visibilityScore: score, coverage, simulated } = report;
  const of = engine === null ? '' : ` of ${engine}`;
  if (score.value === null) return <p>No answer{of} in this period says so yet.</p>;
  return (
    <p>
      <strong className="font-medium text-ink">
        Listed in {integer(score.numerator)} of{' '}
        {countWithNoun(score.denominator, simulated ? 'simulated answer' : 'answer')}
        {of}
      </strong>{' '}
      ({percentRange(score.interval95)} at 95 %), from {countWithNoun(coverage.questionsAnswered, 'question')}.
      {report.comparability.mixed ? ' Several models or settings are mixed: filter by one before you compare.' : ''}
      {coverage.noAnswer.questions > 0
        ? ` For ${countWithNoun(coverage.noAnswer.questions, 'further question')} the page showed no answer.`
        : ''}
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
