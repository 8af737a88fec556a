import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { overviewQuery, sitesQuery } from '../../api/queries.ts';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { changeVerdicts } from '../../format/changes.ts';
import { countWithNoun, integer, percent, percentRange } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { ArchivedSites } from './ArchivedSites.tsx';

/** How do all our websites stand? One row each, over the last 28 days, as the overview of each counts them. */
export function SitesPage() {
  const sites = useQuery(sitesQuery);
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
          : `${countWithNoun(sites.data.length, 'website')}, the last 28 days of each. Every website has its own questions: the numbers do not compare one with another.`}
      </PageHead>
      {sites.isError && <Failure error={sites.error} retry={() => void sites.refetch()} />}
      {sites.data === undefined && !sites.isError && <Skeleton className="h-64" />}
      {field}
      {none}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {found.map((site) => (
          <SiteRow key={site.id} site={site} />
        ))}
      </ul>
      <ArchivedSites />
    </>
  );
}

function SiteRow({ site }: { site: Website }) {
  const report = useQuery(overviewQuery(site.id, filtersOf({})));
  const score = report.data?.visibilityScore;
  const latest = report.data?.dailySamples.at(-1)?.date;
  const coverage = report.data?.coverage;
  const troubled = (coverage?.failed ?? 0) > 0 ? `${countWithNoun(coverage?.failed ?? 0, 'attempt')} failed` : null;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_13rem_minmax(0,1fr)]">
      <span className="min-w-0">
        <Link to="/sites/$siteId" params={{ siteId: site.id }} className="link wrap-anywhere font-medium">
          <bdi>{site.name}</bdi>
        </Link>
        <bdi className="block truncate text-small text-soft">{site.domain}</bdi>
      </span>
      <span>
        {report.data === undefined && !report.isError && <Skeleton className="h-6" />}
        {score !== undefined && (
          <>
            <IntervalTrack
              bare
              label={`Visibility score of ${site.name}`}
              value={score.value}
              interval={score.interval95}
            />
            <span className="text-small">
              {score.value === null
                ? 'No answer says so yet'
                : `${percent(score.value)}: ${integer(score.numerator)} of ${countWithNoun(score.denominator, 'answer')}; ${percentRange(score.interval95)}`}
            </span>
          </>
        )}
      </span>
      <span className="text-small text-soft">
        {report.isError && <Failure error={report.error} retry={() => void report.refetch()} />}
        {report.data !== undefined && (
          <>
            <span className="block text-ink">
              {report.data.comparison === null
                ? 'No period before to compare with'
                : changeVerdicts[report.data.comparison.verdict]}
            </span>
            {latest === undefined ? (
              'Not asked in these 28 days'
            ) : (
              <>
                Last answers <Time iso={`${latest}T12:00:00.000Z`} age />
              </>
            )}
            {troubled !== null && (
              <>
                {' · '}
                <Link
                  to="/sites/$siteId/answers"
                  params={{ siteId: site.id }}
                  search={{ ended: 'failed' }}
                  className="link"
                >
                  {troubled}
                </Link>
              </>
            )}
          </>
        )}
      </span>
    </li>
  );
}
