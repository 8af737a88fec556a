import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { VisibilityOverview, Website } from '../../../../src/contract/wireTypes.ts';
import type { FirstQuestions } from '../../api/queries.ts';
import { citationsQuery } from '../../api/visibilityQueries.ts';
import { Leaderboard } from '../../charts/Leaderboard.tsx';
import { Picture } from '../../charts/Picture.tsx';
import { countWithNoun } from '../../format/numbers.ts';
import { periodWords } from '../../report/periodWords.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { Info } from '../../ui/Info.tsx';
import { Later } from '../../ui/Later.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { RunsInTrouble } from '../answers/RunsInTrouble.tsx';
import { CheckedByYou } from '../check/CheckedByYou.tsx';
import { WorkList } from '../work/WorkList.tsx';
import { Change } from './Change.tsx';
import { EngineStrip } from './EngineStrip.tsx';
import { FirstActs } from './FirstActs.tsx';
import { HistorySection } from './HistorySection.tsx';
import { Metrics, SaveNumbers } from './Metrics.tsx';
import { TopSources } from './TopSources.tsx';

/** Number of pages on the overview; the page of sources lists all. */
const shownSources = 5;

type Props = { report: VisibilityOverview; site: Website; first: FirstQuestions | undefined };

/** The report of one period, from the score down to the pages that answers cite. */
export function Report({ report, site, first }: Props) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const citations = useQuery(citationsQuery(site.id, filters));
  const note = `${site.domain}, ${filters.startDate === undefined ? 'all dates' : `${filters.startDate} – ${filters.endDate ?? ''}`}, ${countWithNoun(report.coverage.questionsAnswered, 'answer')}${report.simulated ? ', simulated' : ''}`;
  return (
    <>
      <div className="@container">
        <div className="grid min-h-[6.75rem] grid-cols-1 gap-x-3 gap-y-3 @min-[15rem]:grid-cols-[1.3fr_1.15fr_0.8fr] @min-[36rem]:gap-x-6 @min-[47rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,0.9fr)_minmax(0,0.7fr)_minmax(0,1.9fr)]">
          <Metrics report={report} period={periodWords(filters)} />
          <div className="@max-[47rem]:col-span-full">
            <EngineStrip siteId={site.id} first={first} />
          </div>
        </div>
      </div>
      <RunsInTrouble siteId={site.id} />
      <HistorySection site={site} note={note} comparison={report.comparison} />
      <FirstActs site={site} report={report} filters={filters} />
      <div className="mt-2 grid gap-x-8 gap-y-4 border-line border-t lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <DoNext siteId={site.id} />
        <section aria-label="Who is recommended" className="min-w-0">
          <h2 className="flex min-h-8 flex-wrap items-center gap-1.5 font-semibold">
            Recommended <Info of="shareOfVoice" label="shares" />
            <Link
              to="/sites/$siteId/rivals"
              params={{ siteId: site.id }}
              search={(now) => now}
              className="screen-only ml-auto font-normal text-small text-soft hover:text-ink hover:underline"
            >
              Rivals
            </Link>
          </h2>
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
            <Leaderboard rows={report.domains.rows} domain={site.domain} shown={5} />
          </Picture>
        </section>
      </div>
      <OpenNames report={report} />
      <Later>
        <Section
          title="Sources of the answers"
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
            <TopSources
              rows={citations.data.citations.rows.slice(0, shownSources)}
              of={report.coverage.questionsAnswered}
            />
          )}
        </Section>
        <CheckedByYou siteId={site.id} engine={report.engine} />
        <Change report={report} />
        <Disclosure summary="About these numbers">
          <p className="measure text-small text-soft">{report.reading}</p>
        </Disclosure>
        <fieldset
          aria-label="The three numbers"
          className="screen-only mt-3 flex flex-wrap items-center gap-1 text-small text-soft"
        >
          <span>The three numbers</span>
          <SaveNumbers report={report} note={note} />
        </fieldset>
      </Later>
    </>
  );
}

/** Shows the first items of the work list. */
function DoNext({ siteId }: { siteId: string }) {
  return (
    <section aria-label="Do next" className="min-w-0">
      <h2 className="flex min-h-8 flex-wrap items-center gap-1.5 font-semibold">
        Do next <Info of="doNext" label="these items" />
        <span className="screen-only ml-auto flex gap-3 font-normal text-small text-soft">
          <Link to="/sites/$siteId/work" params={{ siteId }} className="hover:text-ink hover:underline">
            Work
          </Link>
          <Link to="/sites/$siteId/experiments" params={{ siteId }} className="hover:text-ink hover:underline">
            Experiments
          </Link>
        </span>
      </h2>
      <WorkList siteId={siteId} shown={5} />
    </section>
  );
}

/** Lists names that the owner can decide, those similar to the owner's own first. */
function OpenNames({ report }: { report: VisibilityOverview }) {
  const rows = report.unresolvedNames.rows;
  const near = rows.filter((row) => row.beginsWithRegistered || row.mayBeOwn);
  const first = (near.length > 0 ? near : rows).slice(0, 3).map(({ name }) => `“${foreign(name)}”`);
  if (first.length === 0) return null;
  const what =
    near.length > 0
      ? `${countWithNoun(near.length, 'name')} in these answers may be yours: `
      : `${countWithNoun(report.unresolvedNames.total, 'name')} in these answers cannot be identified: `;
  const rest = near.length > 0 ? near.length : report.unresolvedNames.total;
  return (
    <p className="mt-3 text-small">
      {what}
      <Sentence text={first.join(', ')} />
      {rest > first.length ? ' and others' : ''}.{' '}
      <Link to="/settings" search={{ site: report.website.id }} hash="names" className="link screen-only">
        Identify names
      </Link>
    </p>
  );
}

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
