import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { attentionQuery, type Plan, plansQuery } from '../../api/planQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { changeVerdicts } from '../../format/changes.ts';
import { countWithNoun, integer, percent, percentRange } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { type AnswerSearch, canSay } from '../../shell/answerSearch.ts';
import { filtersOf, type ReportSearch } from '../../shell/reportSearch.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { ArchivedSites } from './ArchivedSites.tsx';

/** How do all our websites stand? One row each, over the last 28 days, as the overview of each counts them. */
export function SitesPage() {
  const sites = useQuery(sitesQuery);
  const plans = useQuery({ ...plansQuery, refetchInterval: false }).data ?? [];
  const items = useQuery(attentionQuery).data ?? [];
  const waiting = (site: Website) => {
    const own = new Set(plans.filter(isOf(site)).map(({ id }) => id));
    return items.filter(({ websiteId, planId }) => websiteId === site.id || (planId !== null && own.has(planId)));
  };
  const needing = sites.data?.filter((site) => waiting(site).length > 0).length ?? 0;
  const { found, field, none } = useListSearch({
    place: 'sites',
    rows: sites.data ?? [],
    textOf: ({ name, domain }) => `${name} ${domain}`,
    noun: 'website',
  });
  return (
    <>
      <PageHead
        title="How do all websites stand?"
        actions={
          <ForMembers>
            <Link to="/start" className={buttonLook('plain')}>
              Add a website
            </Link>
          </ForMembers>
        }
      >
        {sites.data === undefined
          ? 'The last 28 days of each.'
          : `${countWithNoun(sites.data.length, 'website')}, the last 28 days of each${needing === 0 ? '' : `; the ${needing} that need${needing === 1 ? 's' : ''} attention first`}. Every website has its own questions: the numbers do not compare one with another.`}
      </PageHead>
      {sites.isError && <Failure error={sites.error} retry={() => void sites.refetch()} />}
      {sites.data === undefined && !sites.isError && <Skeleton className="h-64" />}
      {field}
      {none}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {found
          .toSorted((one, other) => waiting(other).length - waiting(one).length)
          .map((site) => (
            <SiteRow key={site.id} site={site} waiting={waiting(site).length} plans={plans.filter(isOf(site))} />
          ))}
      </ul>
      <ArchivedSites />
    </>
  );
}

type SiteAnswersProps = { siteId: string; find: AnswerSearch & ReportSearch; count: number; children: ReactNode };

/** From a number of one website to its answers, where no website is in view. */
function SiteAnswers({ siteId, find, count, children }: SiteAnswersProps) {
  return (
    <Link to="/sites/$siteId/answers" params={{ siteId }} search={find} className="link" data-answers={count}>
      {children}
    </Link>
  );
}

/** Plans that ask about this website alone; others belong to no single row. */
const isOf = (site: Website) => (plan: Plan) => plan.questions.websiteId === site.id;

function SiteRow({ site, waiting, plans }: { site: Website; waiting: number; plans: readonly Plan[] }) {
  const report = useQuery(overviewQuery(site.id, filtersOf({})));
  const score = report.data?.visibilityScore;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_13rem_minmax(0,1.4fr)]">
      <span className="min-w-0">
        <Link to="/sites/$siteId" params={{ siteId: site.id }} className="link wrap-anywhere font-medium">
          <bdi>{site.name}</bdi>
        </Link>
        <bdi className="block truncate text-small text-soft">{site.domain}</bdi>
      </span>
      <span>
        {report.data === undefined && !report.isError && <Skeleton className="h-11" />}
        {score !== undefined && (
          <>
            <IntervalTrack
              bare
              label={`Visibility score of ${site.name}`}
              value={score.value}
              interval={score.interval95}
            />
            <span className="text-small">
              {score.value === null ? (
                'No answer says so yet'
              ) : (
                <>
                  <SiteAnswers siteId={site.id} find={{ counted: true, listing: canSay }} count={score.denominator}>
                    {percent(score.value)}
                  </SiteAnswers>
                  :{' '}
                  <SiteAnswers siteId={site.id} find={{ counted: true, listing: 'listed' }} count={score.numerator}>
                    {integer(score.numerator)} of {countWithNoun(score.denominator, 'answer')}
                  </SiteAnswers>
                  ; {percentRange(score.interval95)}
                </>
              )}
            </span>
          </>
        )}
      </span>
      <span className="text-small text-soft">
        {report.isError && <Failure error={report.error} retry={() => void report.refetch()} />}
        {report.data !== undefined && (
          <>
            <span className="block text-ink">
              {report.data.coverage.attemptsConsidered === 0
                ? 'Not asked in these 28 days'
                : report.data.comparison === null
                  ? 'No period before to compare with'
                  : changeVerdicts[report.data.comparison.verdict]}
            </span>
            <LastRound site={site} plans={plans} latest={report.data.dailySamples.at(-1)?.date} />
            <Trouble site={site} waiting={waiting} failed={report.data.coverage.failed} engine={report.data.engine} />
          </>
        )}
      </span>
    </li>
  );
}

/** The latest round of a plan, or else the last answers, and what is due next. */
function LastRound({ site, plans, latest }: { site: Website; plans: readonly Plan[]; latest: string | undefined }) {
  const [last] = plans
    .flatMap(({ id, lastRound }) => (lastRound === null ? [] : [{ planId: id, ...lastRound }]))
    .sort((one, other) => (one.dueAt > other.dueAt ? -1 : 1));
  const [next] = plans.flatMap(({ nextDueAt }) => nextDueAt ?? []).sort();
  return (
    <span className="block">
      {last !== undefined ? (
        <>
          <Link
            to="/plans/$planId/rounds/$round"
            params={{ planId: last.planId, round: String(last.number) }}
            className="link"
          >
            Round {last.number}
          </Link>{' '}
          <Time iso={last.dueAt} age />
        </>
      ) : latest === undefined ? (
        'No answers'
      ) : (
        <>
          Last answers <Time iso={`${latest}T12:00:00.000Z`} age />
        </>
      )}
      {next !== undefined ? (
        <>
          ; next round <Time iso={next} />
        </>
      ) : (
        <ForMembers>
          ;{' '}
          <Link to="/plans" search={{ make: site.id }} className="link">
            plan rounds
          </Link>
        </ForMembers>
      )}
    </span>
  );
}

type TroubleProps = { site: Website; waiting: number; failed: number; engine: string };

function Trouble({ site, waiting, failed, engine }: TroubleProps) {
  if (waiting + failed === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {waiting > 0 && (
        <Link to="/attention" className="link text-caution">
          {countWithNoun(waiting, 'thing needs', 'things need')} attention
        </Link>
      )}
      {failed > 0 && (
        <SiteAnswers siteId={site.id} find={{ ended: 'failed', engine }} count={failed}>
          {countWithNoun(failed, 'attempt')} failed
        </SiteAnswers>
      )}
    </span>
  );
}
