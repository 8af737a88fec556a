import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { VisibilityOverview, Website } from '../../../../src/api/wireTypes.ts';
import { leadingCitationsQuery, recommendationsQuery } from '../../api/queries.ts';
import { DailyDots } from '../../charts/DailyDots.tsx';
import { Leaderboard } from '../../charts/Leaderboard.tsx';
import { Picture } from '../../charts/Picture.tsx';
import { counted, integer, share } from '../../format/numbers.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Later } from '../../ui/Later.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';
import { Change } from './Change.tsx';
import { Metrics } from './Metrics.tsx';
import { Steps } from './Steps.tsx';
import { TopSources } from './TopSources.tsx';

/** The report of one window, from the score down to the pages behind the answers. */
export function Report({ report, site }: { report: VisibilityOverview; site: Website }) {
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

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
