import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { firstQuestionsQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { AskedCount } from '../../asking/AskedCount.tsx';
import { askedOf } from '../../asking/asked.ts';
import { useAsking } from '../../asking/useAsking.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf, readReportSearch } from '../../shell/reportSearch.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { RunsInTrouble } from '../answers/RunsInTrouble.tsx';
import { NoAnswers } from './NoAnswers.tsx';
import { Report } from './OverviewReport.tsx';

/** Shows whether answers recommend the website, how certain that is, and what to do. */
export function OverviewPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const report = useQuery(overviewQuery(siteId, filters));
  const first = useQuery(firstQuestionsQuery(siteId)).data;
  const [asking, setAsking] = useState(false);
  const isAsking = useAsking(siteId);
  // If there are very many questions, they are loaded only to ask them.
  const isCut = first?.isWhole === false;
  const whole = useQuery({ ...questionsQuery(siteId), enabled: isCut && asking });
  const questions = first?.questions ?? [];
  const toAsk = isCut ? whole.data : first?.questions;
  if (site === undefined) return null;
  const hasAnswers = report.data !== undefined && report.data.coverage.questionsAnswered > 0;
  return (
    <>
      <PageHead
        title="Overview"
        info="overview"
        filters={
          <FilterBar
            models={report.data?.models.flatMap(({ model }) => model ?? []) ?? []}
            sources
            kinds={report.data?.coverage.questionKinds ?? null}
          />
        }
        actions={
          hasAnswers && (
            <>
              <Button onClick={() => window.print()}>Print</Button>
              <Link
                to="/sites/$siteId/reports"
                params={{ siteId }}
                search={readReportSearch}
                className={buttonLook('plain')}
              >
                Share…
              </Link>
            </>
          )
        }
        primary={
          questions.length > 0 && (
            <Button
              forMembers
              kind={isAsking ? 'plain' : 'primary'}
              busy={isAsking || (asking && toAsk === undefined && !whole.isError)}
              onClick={() => setAsking(true)}
            >
              {isCut ? 'Ask all questions' : <AskedCount count={questions.length} isAsking={isAsking} />}
            </Button>
          )
        }
      />
      <PrintedFilters />
      <Freshness query={report} />
      {/* Placed below the numbers, which matter most to readers. */}
      {(report.data !== undefined || report.isError) && !hasAnswers && <RunsInTrouble siteId={siteId} />}
      {report.isError && report.data === undefined && (
        <Failure error={report.error} retry={() => void report.refetch()} />
      )}
      {report.data === undefined && !report.isError && <Loading />}
      {report.data !== undefined &&
        (hasAnswers || isAsking || report.data.coverage.active > 0 ? (
          <Report report={report.data} site={site} first={first} />
        ) : (
          <NoAnswers report={report.data} site={site} questions={questions} onAsk={() => setAsking(true)} />
        ))}
      {isCut && asking && whole.isError && <Failure error={whole.error} retry={() => void whole.refetch()} />}
      <AskDialog
        open={asking && toAsk !== undefined}
        onClose={() => setAsking(false)}
        questions={askedOf(toAsk ?? [])}
      />
    </>
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
