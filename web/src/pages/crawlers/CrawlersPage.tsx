import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  assistantVisitsQuery,
  botDaysQuery,
  botVisitsQuery,
  crawlersChanged,
  logImportsQuery,
  uploadLog,
} from '../../api/crawlerQueries.ts';
import { sitesQuery } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Choice } from '../../ui/Field.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { CrawlerDays } from './CrawlerDays.tsx';
import { botColumns, importColumns, pageColumns, visitColumns } from './crawlerColumns.tsx';
import { ReadFigures } from './ReadFigures.tsx';

const parts = ['crawlers', 'pages', 'visits', 'imports'] as const;

/** Shows AI crawlers and assistant visits in the website's logs: who read which page, with proof. */
export function CrawlersPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const { startDate, endDate } = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const dates = { startDate, endDate };
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const bots = useQuery(botVisitsQuery(siteId, 'bot', dates));
  const pages = useQuery(botVisitsQuery(siteId, 'page', dates));
  const visits = useQuery(assistantVisitsQuery(siteId, dates));
  const imports = useQuery(logImportsQuery(siteId));
  const [part, choosePart] = useTab(parts, 'part');
  const [botChoice, chooseBot] = useState<string | null>(null);
  const readers = bots.data?.rows.filter(({ reads }) => reads > 0).map(({ key }) => key) ?? [];
  const [first] = readers;
  const bot = botChoice !== null && readers.includes(botChoice) ? botChoice : first;
  const days = useQuery(botDaysQuery(siteId, bot, dates));
  if (site === undefined) return null;
  const tabs = (
    <Tabs
      label="Parts of this page"
      value={part}
      onChange={choosePart}
      tabs={[
        { id: 'crawlers', name: 'Crawlers', count: bots.data?.total },
        { id: 'pages', name: 'Pages', count: pages.data?.total },
        { id: 'visits', name: 'Visits', count: visits.data?.rows.reduce((sum, row) => sum + row.visits, 0) },
        { id: 'imports', name: 'Imports', count: imports.data?.length },
      ]}
    />
  );
  const failed = [bots, pages, visits, imports].find((query) => query.isError && query.data === undefined);
  const isLoaded = bots.data !== undefined && pages.data !== undefined && visits.data !== undefined;
  return (
    <>
      <PageHead
        title="Crawlers"
        info="crawlers"
        filters={<FilterBar models={[]} engine={false} questions={false} />}
        primary={
          <ForMembers>
            <ImportButton siteId={siteId} />
          </ForMembers>
        }
      />
      <PrintedFilters />
      <Freshness query={bots} />
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {!isLoaded || imports.data === undefined ? (
        failed === undefined && <Skeleton className="h-[40rem]" />
      ) : imports.data.length === 0 ? (
        <Empty title="No logs yet">
          Import an access log to see which AI crawlers read which pages. Visitors’ addresses are never stored, and the
          log itself is not kept.
        </Empty>
      ) : (
        <>
          {bots.data.coverage.hoursCovered === 0 ? (
            <Notice>No log covers this period, so nothing was measured.</Notice>
          ) : (
            <ReadFigures {...bots.data} />
          )}
          {bot !== undefined && (
            <div className="mb-3 min-h-36">
              {days.data !== undefined && (
                <CrawlerDays
                  bot={bot}
                  report={days.data}
                  choice={
                    <Choice
                      hideLabel
                      label="Crawler by day"
                      value={bot}
                      options={readers.map((value) => ({ value, label: value }))}
                      onChange={chooseBot}
                    />
                  }
                />
              )}
            </div>
          )}
          {part === 'crawlers' && (
            <DataTable
              parts={tabs}
              label="Crawlers"
              name={`${site.domain}-crawlers`}
              noun="crawler"
              rows={bots.data.rows}
              keyOf={({ key }) => key}
              searchText={({ key, vendor }) => `${key} ${vendor ?? ''}`}
              columns={botColumns(bots.data.rows[0]?.reads ?? 0)}
            />
          )}
          {part === 'pages' && (
            <DataTable
              parts={tabs}
              label="Pages that crawlers read"
              name={`${site.domain}-crawled-pages`}
              noun="page"
              rows={pages.data.rows}
              keyOf={({ key }) => key}
              searchText={({ key }) => key}
              columns={pageColumns}
            />
          )}
          {part === 'visits' && (
            <DataTable
              parts={tabs}
              label="Visits from assistants"
              name={`${site.domain}-assistant-visits`}
              noun="page"
              rows={visits.data.rows}
              keyOf={({ key }) => key}
              searchText={({ key }) => key}
              columns={visitColumns}
            />
          )}
          {part === 'imports' && (
            <DataTable
              parts={tabs}
              label="Imported logs"
              name={`${site.domain}-log-imports`}
              noun="log"
              rows={imports.data}
              keyOf={({ id }) => id}
              searchText={({ name }) => name}
              columns={importColumns}
            />
          )}
        </>
      )}
    </>
  );
}

function ImportButton({ siteId }: { siteId: string }) {
  const field = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadLog(siteId, file),
    onSuccess: () => crawlersChanged(siteId),
  });
  const saved = upload.data;
  return (
    <span className="flex items-center gap-2">
      <input
        ref={field}
        type="file"
        aria-label="Log file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) upload.mutate(file);
          target.value = '';
        }}
      />
      <span role="status" className="max-w-64 truncate text-small text-soft max-sm:hidden">
        {upload.isPending && 'Importing …'}
        {upload.isError && upload.error.message}
        {saved?.isRepeated === true && 'This log was imported before.'}
        {saved?.isRepeated === false && `${countWithNoun(saved.import.counts.claims, 'request')} of crawlers counted.`}
      </span>
      <Button kind="primary" small disabled={upload.isPending} onClick={() => field.current?.click()}>
        Import log
      </Button>
    </span>
  );
}
