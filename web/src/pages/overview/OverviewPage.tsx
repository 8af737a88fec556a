import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeywordCase, VisibilityOverview, Website } from '../../../../src/api/wireTypes.ts';
import {
  casesQuery,
  leadingCitationsQuery,
  overviewQuery,
  recommendationsQuery,
  sitesQuery,
} from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { useAsking } from '../../asking/useAsking.ts';
import { DailyDots } from '../../charts/DailyDots.tsx';
import { Leaderboard } from '../../charts/Leaderboard.tsx';
import { Picture } from '../../charts/Picture.tsx';
import { counted, integer, percentRange, share } from '../../format/numbers.ts';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Later } from '../../ui/Later.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Change } from './Change.tsx';
import { Metrics } from './Metrics.tsx';
import { Steps } from './Steps.tsx';
import { TopSources } from './TopSources.tsx';

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

function Report({ report, site }: { report: VisibilityOverview; site: Website }) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const citations = useQuery(leadingCitationsQuery(site.id, filters));
  const steps = useQuery(recommendationsQuery(site.id, filters));
  const note = `${site.domain}, ${filters.startDate === undefined ? 'all dates' : `${filters.startDate} – ${filters.endDate ?? ''}`}, ${counted(report.coverage.questionsAnswered, 'answer')}${report.simulated ? ', simulated' : ''}`;
  return (
    <>
      <Metrics report={report} note={note} />
      {report.visibilityScore.excludedUnknown > 0 && <UnknownNames report={report} />}
      <Section
        title="Next steps"
        note="Suggestions that follow from these answers by fixed rules. They promise no better position."
        actions={
          steps.data !== undefined &&
          steps.data.recommendations.rows.length > 0 && (
            <SaveCsv
              name={`${site.domain}-next-steps`}
              head={['Severity', 'Rule', 'Suggestion', 'Answers', 'Runs']}
              rows={() =>
                steps.data.recommendations.rows.map((row) => [
                  row.severity,
                  row.ruleId,
                  row.text,
                  row.totalRunIds,
                  row.runIds.join(' '),
                ])
              }
            />
          )
        }
      >
        {steps.isError && <Failure error={steps.error} retry={() => void steps.refetch()} />}
        {steps.data === undefined ? (
          !steps.isError && <Skeleton className="h-72" />
        ) : (
          <NextSteps rows={steps.data.recommendations.rows} siteId={site.id} />
        )}
      </Section>
      <Change report={report} />
      <Later>
        <Section
          title="Day by day"
          note="Answers of one UTC day, the latest of each question. Days are samples: no line joins them, and hollow dots measured other questions or another setup than the day before."
        >
          <Picture
            name={`${site.domain}-days`}
            title={`Share of answers that list ${site.name}, by day`}
            note={note}
            head={['Date', 'Score', 'Lower', 'Upper', 'Listed', 'Known', 'Unknown', 'Questions', 'Models']}
            rows={report.dailySamples.map((sample) => [
              sample.date,
              round(sample.score),
              round(sample.interval95?.lower ?? null),
              round(sample.interval95?.upper ?? null),
              sample.listed,
              sample.known,
              sample.unknown,
              sample.questionCount,
              sample.models.join(' '),
            ])}
          >
            <DailyDots samples={report.dailySamples} />
          </Picture>
        </Section>
        <Section
          title="Who is recommended"
          note={`Share of all ${counted(report.shareOfVoice.denominator, 'recommendation')} with an identified domain; ${counted(report.domains.total, 'domain')}.`}
        >
          <Picture
            name={`${site.domain}-domains`}
            title="Domains by their share of recommendations"
            note={note}
            head={['Domain', 'Share %', 'Answers', 'Average position', 'Own']}
            rows={report.domains.rows.map((row) => [
              row.domain,
              round(row.share * 100),
              row.appearances,
              round(row.averagePosition),
              row.own ? 'yes' : 'no',
            ])}
          >
            <Leaderboard rows={report.domains.rows} domain={site.domain} />
          </Picture>
          <div className="mt-3">
            <HowComputed
              formula="Answers that recommend a domain ÷ recommendations of all identified domains, each domain once per answer."
              counts={report.domains.rows
                .slice(0, 3)
                .map(
                  (row) =>
                    `${row.domain}: ${integer(row.appearances)} ÷ ${integer(report.shareOfVoice.denominator)} = ${share(row.share)}`,
                )
                .join('; ')}
              notes={['Names that no proof ties to a domain are in no row and not in the sum.']}
              runIds={report.shareOfVoice.runIds}
            />
          </div>
        </Section>
        <Section
          title="What the answers rest on"
          note={`${kinds[filters.sourceType ?? 'all']} cited by the most answers. A citation says what the engine returned, not that the page supports the sentence.`}
          actions={
            <Link
              to="/sites/$siteId/sources"
              params={{ siteId: site.id }}
              search={(now) => now}
              className={buttonLook('plain', true)}
            >
              All sources
            </Link>
          }
        >
          {citations.isError && <Failure error={citations.error} retry={() => void citations.refetch()} />}
          {citations.data === undefined ? (
            !citations.isError && <Skeleton className="h-56" />
          ) : (
            <TopSources rows={citations.data.citations.rows} of={report.coverage.questionsAnswered} />
          )}
        </Section>
        <p className="measure text-small text-soft">{report.reading}</p>
      </Later>
    </>
  );
}

/** The filter of sources chooses among pages and changes no number above. */
const kinds = { all: 'Pages', owned: 'Your pages', external: 'Pages of others' } as const;

/** What keeps the score apart from its bounds, and where its reader can change that. */
function UnknownNames({ report }: { report: VisibilityOverview }) {
  const first = report.unresolvedNames.rows.slice(0, 3).map(({ name }) => `“${name}”`);
  if (first.length === 0) return null;
  return (
    <p className="-mt-4 mb-10 text-small">
      {counted(report.unresolvedNames.total, 'name')} in these answers cannot be tied to anyone: {first.join(', ')}
      {report.unresolvedNames.total > first.length ? ' and others' : ''}.{' '}
      <Link to="/settings" search={{ site: report.website.id }} hash="names" className="link screen-only">
        Say whose they are
      </Link>
    </p>
  );
}

function NextSteps({ rows, siteId }: Parameters<typeof Steps>[0]) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <p className="text-soft">Nothing stands out in these answers.</p>;
  return (
    <>
      <Steps rows={all ? rows : rows.slice(0, 3)} siteId={siteId} />
      {rows.length > 3 && (
        <Button
          small
          kind="quiet"
          className="screen-only mt-2 -ml-2.5"
          onClick={() => setAll(!all)}
          aria-expanded={all}
        >
          {all ? 'Only the first three' : `All ${integer(rows.length)} suggestions`}
        </Button>
      )}
    </>
  );
}

function NoAnswers({
  report,
  site,
  cases,
  onAsk,
}: {
  report: VisibilityOverview;
  site: Website;
  cases: readonly KeywordCase[];
  onAsk(): void;
}) {
  const isAsking = useAsking(site.id).some((item) => item.state !== 'ended');
  if (cases.length === 0) {
    return (
      <Empty
        title="No questions yet"
        action={
          <Link to="/start" search={{ site: site.id }} className={buttonLook('primary')}>
            Add questions
          </Link>
        }
      >
        Sightline asks an answer engine what your customers would ask, and reads who it recommends. A good question
        sounds like “Which accounting tool suits a freelancer in Austria?”: it does not name you.
      </Empty>
    );
  }
  if (isAsking || report.coverage.active > 0) {
    return (
      <Empty title="The first answers are on their way">This page fills in as they land; you need not reload it.</Empty>
    );
  }
  return (
    <Empty
      title={
        report.coverage.attemptsConsidered === 0 ? 'No answers in this window' : 'No completed answers in this window'
      }
      action={
        <Button kind="primary" onClick={onAsk}>
          Ask {counted(cases.length, 'question')}
        </Button>
      }
    >
      {counted(cases.length, 'question')} saved.{' '}
      {report.coverage.failed > 0 ? `${counted(report.coverage.failed, 'attempt')} failed. ` : ''}Ask now, or choose
      other dates above.
    </Empty>
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

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
