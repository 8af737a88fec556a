import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import {
  type DaySeries,
  type OwnerPages,
  ownerDaysQuery,
  ownerImportsQuery,
  ownerPagesQuery,
  ownerQueriesQuery,
} from '../../api/importQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { DayLines } from '../../charts/DayLines.tsx';
import { countWithNoun, decimal, integer } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Info } from '../../ui/Info.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { ImportFile } from './ImportFile.tsx';
import { ownerImportColumns, ownerPageColumns, ownerQueryColumns } from './reportedColumns.tsx';
import { SuggestedQuestions } from './SuggestedQuestions.tsx';

const parts = ['pages', 'queries', 'suggested', 'days', 'imports'] as const;

/** Shows vendors' figures for the website next to its own records: one row per page. */
export function ReportedPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const { startDate, endDate, engine } = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const pages = useQuery(ownerPagesQuery(siteId, { startDate, endDate, engine }));
  const queries = useQuery(ownerQueriesQuery(siteId));
  const days = useQuery(ownerDaysQuery(siteId));
  const imports = useQuery(ownerImportsQuery(siteId));
  const [part, choosePart] = useTab(parts, 'part');
  if (site === undefined) return null;
  const tabs = (
    <Tabs
      label="Parts of this page"
      value={part}
      onChange={choosePart}
      tabs={[
        { id: 'pages', name: 'Pages', count: pages.data?.total },
        { id: 'queries', name: 'Queries', count: queries.data?.total },
        { id: 'suggested', name: 'Suggested questions' },
        { id: 'days', name: 'Days' },
        { id: 'imports', name: 'Imports', count: imports.data?.length },
      ]}
    />
  );
  const failed = [pages, queries, days, imports].find((query) => query.isError && query.data === undefined);
  const isLoaded = pages.data !== undefined && queries.data !== undefined && days.data !== undefined;
  return (
    <>
      <PageHead
        title="Reported"
        info="reported"
        filters={<FilterBar models={[]} questions={false} />}
        primary={
          <ForMembers>
            <ImportFile siteId={siteId} />
          </ForMembers>
        }
      />
      <PrintedFilters />
      <Freshness query={pages} />
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {!isLoaded || imports.data === undefined ? (
        failed === undefined && <Skeleton className="h-[40rem]" />
      ) : imports.data.length === 0 ? (
        <Empty title="No files yet">
          Import an export of Search Console, Bing Webmaster Tools, Cloudflare or your analytics to see its figures next
          to crawlers and citations. No score changes.
        </Empty>
      ) : (
        <>
          {part === 'pages' && (
            <>
              <DataTable
                parts={tabs}
                label="Reported pages"
                name={`${site.domain}-reported-pages`}
                noun="page"
                rows={pages.data.rows}
                keyOf={({ page }) => page}
                searchText={({ page }) => page}
                columns={ownerPageColumns(pages.data.sources, pages.data.rows)}
              />
              <Caveats {...pages.data} />
            </>
          )}
          {part === 'queries' && (
            <>
              <DataTable
                parts={tabs}
                label="Imported queries"
                name={`${site.domain}-queries`}
                noun="query"
                rows={queries.data.rows}
                keyOf={({ query }) => query}
                searchText={({ query }) => query}
                columns={ownerQueryColumns}
              />
              <Disclosure summary="About these numbers" className="mt-3">
                <Sources sources={queries.data.sources} />
              </Disclosure>
            </>
          )}
          {part === 'suggested' && <SuggestedQuestions site={site} engine={engine} tabs={tabs} />}
          {part === 'days' && (
            <>
              <div className="mb-2 min-h-8">{tabs}</div>
              {days.data.map((series) => (
                <Days key={series.source.id} {...series} />
              ))}
              {days.data.length === 0 && <p>No imported file has daily figures.</p>}
            </>
          )}
          {part === 'imports' && (
            <DataTable
              parts={tabs}
              label="Imported files"
              name={`${site.domain}-imports`}
              noun="file"
              rows={imports.data}
              keyOf={({ id }) => id}
              searchText={({ name, kind }) => `${name} ${kind}`}
              columns={ownerImportColumns}
            />
          )}
        </>
      )}
    </>
  );
}

const metricWords = { citations: 'citations', impressions: 'impressions', clicks: 'clicks', visits: 'visits' } as const;
type ShownMetric = keyof typeof metricWords;

/**
 * Shows the numbers of our own records that the table counts, the limits of each vendor, and how similar the orders
 * are.
 */
function Caveats({ citations, logs, sources, agreement }: OwnerPages) {
  return (
    <Disclosure summary="About these numbers" className="mt-3 max-w-[96ch] text-small text-soft">
      <p>
        Cited in answers: the newest answer of each question, {countWithNoun(citations.answers, 'answer')} of{' '}
        {citations.engine}
        {citations.simulated && ' (simulated)'}. Crawler reads: logs cover {integer(logs.hoursCovered)} of{' '}
        {integer(logs.hoursInPeriod)} hours.
      </p>
      <Sources sources={sources} />
      {agreement.map(({ source, metric, n, value, interval }) => (
        <p key={source}>
          Rank correlation of our citations with {metricWords[metric as ShownMetric] ?? metric} of{' '}
          {sources.find(({ id }) => id === source)?.vendor ?? source}:{' '}
          {value === null
            ? `not measured over ${countWithNoun(n, 'page')}`
            : `${decimal(value)}${interval === null ? '' : `, 95 % interval ${decimal(interval.lower)} to ${decimal(interval.upper)}`}, ${countWithNoun(n, 'page')}`}
          .
        </p>
      ))}
    </Disclosure>
  );
}

function Sources({ sources }: Pick<OwnerPages, 'sources'>) {
  return (
    <ul className="mb-2 max-w-[96ch] text-small text-soft">
      {sources.map(({ id, label, startDate, endDate, rows, days, caveat, name }) => (
        <li key={id}>
          <b className="font-medium">{label}</b>, <bdi>{name}</bdi>,{' '}
          {startDate === null || endDate === null
            ? 'dates not stated'
            : `${day(startDate)} – ${day(endDate)} in ${days}`}
          , {countWithNoun(rows, 'row')}. {caveat}
        </li>
      ))}
    </ul>
  );
}

/** Draws the first figure that a vendor reports by day, over the days that have it. */
function Days({ source, parts: series }: DaySeries) {
  const metric = (Object.keys(metricWords) as ShownMetric[]).find((name) =>
    series.some(({ days }) => days.some(({ figures }) => (figures[name] ?? null) !== null)),
  );
  if (metric === undefined) return null;
  const visibleItems = series.map(({ days }) =>
    days.flatMap(({ date, figures }) => {
      const value = figures[metric] ?? null;
      return value === null ? [] : [{ date, value }];
    }),
  );
  return (
    <section aria-label={source.label}>
      <DayLines
        label={`${source.label}: ${metricWords[metric]}`}
        info={
          <Info of="vendorFigure" label={source.label}>
            <p>
              {source.caveat} Days are those of {source.days}.
            </p>
          </Info>
        }
        parts={visibleItems.filter((part) => part.length > 0)}
      />
    </section>
  );
}
