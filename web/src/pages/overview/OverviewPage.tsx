import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import { enginesQuery, firstQuestionsQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { askedOf } from '../../asking/asked.ts';
import { useAsking } from '../../asking/useAsking.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { countWithNoun, integer, percentRange } from '../../format/numbers.ts';
import { canSay } from '../../shell/answerSearch.ts';
import { CountedKinds } from '../../shell/CountedKinds.tsx';
import { CutNote } from '../../shell/CutNote.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf, readReportSearch } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
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
  const first = useQuery(firstQuestionsQuery(siteId)).data;
  const engines = useQuery(enginesQuery).data;
  const [asking, setAsking] = useState(false);
  const isAsking = useAsking(siteId);
  // Very many questions are read only by who is about to ask them.
  const isCut = first?.isWhole === false;
  const whole = useQuery({ ...questionsQuery(siteId), enabled: isCut && asking });
  const questions = first?.questions ?? [];
  const toAsk = isCut ? whole.data : first?.questions;
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
              <Button
                forMembers
                kind={isAsking ? 'plain' : 'primary'}
                busy={isAsking || (asking && toAsk === undefined && !whole.isError)}
                onClick={() => setAsking(true)}
              >
                {isAsking ? 'Asking' : 'Ask'} {isCut ? 'all questions' : countWithNoun(questions.length, 'question')}
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
      </PageHead>
      <FilterBar models={report.data?.models.flatMap(({ model }) => model ?? []) ?? []} sources />
      <CountedKinds kinds={report.data?.coverage.questionKinds ?? null} />
      <Freshness query={report} />
      {/* Beside numbers it stands below them: they are what people come for. */}
      {(report.data !== undefined || report.isError) && !hasAnswers && <RunsInTrouble siteId={siteId} />}
      {report.isError && report.data === undefined && (
        <Failure error={report.error} retry={() => void report.refetch()} />
      )}
      {report.data === undefined && !report.isError && <Loading />}
      {report.data !== undefined &&
        (hasAnswers ? (
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

/** `engine` names whose answers these are, where there are several. */
function Verdict({ report, engine }: { report: VisibilityOverview; engine: string | null }) {
  const { visibilityScore: score, coverage, simulated } = report;
  const of = engine === null ? '' : ` of ${engine}`;
  if (score.value === null) return <p>No answer{of} in this period says so yet.</p>;
  return (
    <p>
      <strong className="font-medium text-ink">
        Listed in{' '}
        <AnswersLink find={{ listing: 'listed' }} count={score.numerator} className="hover:underline">
          {integer(score.numerator)}
        </AnswersLink>{' '}
        of{' '}
        <AnswersLink find={{ listing: canSay }} count={score.denominator} className="hover:underline">
          {countWithNoun(score.denominator, simulated ? 'simulated answer' : 'answer')}
        </AnswersLink>
        {of}
      </strong>{' '}
      ({percentRange(score.interval95)} at 95 %), from {countWithNoun(coverage.questionsAnswered, 'question')}.
      {report.comparability.mixed ? ' Several models or settings are mixed: filter by one before you compare.' : ''}
      {coverage.noAnswer.questions > 0
        ? ` For ${countWithNoun(coverage.noAnswer.questions, 'further question')} the page showed no answer.`
        : ''}
      {coverage.truncated && <CutNote coverage={coverage} />}
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
