import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SeoReport, Website } from '../../../../src/contract/wireTypes.ts';
import { limitsQuery, sessionQuery, sitesQuery } from '../../api/queries.ts';
import { seoReportQuery, seoReportsQuery } from '../../api/seoQueries.ts';
import { lastSite } from '../../shell/lastSite.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { LookupDialog } from './LookupDialog.tsx';
import { overviewColumns } from './overviewColumns.tsx';
import { Report } from './SeoReport.tsx';

/**
 * Shows one overview with its keyword rows, which the list leaves out; reloaded if the list shows that it has changed.
 */
function WholeReport({ listed, isSimulated }: { listed: SeoReport; isSimulated: boolean }) {
  const { data, isError, error, refetch } = useQuery({
    ...seoReportQuery(listed.reportId),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 3_000 : false),
  });
  if (data !== undefined) return <Report report={data} isSimulated={isSimulated} />;
  return isError ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton className="h-96" />;
}

/** Returns true if a domain is the website's own or one of its aliases. */
function matchesName(site: Website, domain: string): boolean {
  return [site.domain, ...site.aliases].some((own) => own.toLowerCase() === domain.toLowerCase());
}

/** Shows the last overview of the current website, and its age. */
export function SeoPage() {
  const { report: choice, site: siteId } = useSearch({ from: '/inside/seo' });
  const navigate = useNavigate({ from: '/seo' });
  const reports = useQuery({
    ...seoReportsQuery,
    refetchInterval: ({ state }) => (state.data?.some((report) => report.state === 'pending') === true ? 3_000 : false),
  });
  const limits = useQuery(limitsQuery).data;
  const isSimulated = useQuery(sessionQuery).data?.simulated.seo === true;
  const sites = useQuery(sitesQuery).data ?? [];
  const site = sites.find(({ id }) => id === (siteId ?? lastSite())) ?? sites[0];
  const [buying, setBuying] = useState(false);
  const view =
    reports.data?.find((report) => report.reportId === choice) ??
    reports.data?.find(({ domain }) => site === undefined || matchesName(site, domain));
  return (
    <>
      <PageHead
        title="SEO"
        info="seo"
        primary={
          <Button forMembers kind="primary" onClick={() => setBuying(true)}>
            Check a domain{isSimulated ? '' : ' (paid)'}
          </Button>
        }
      >
        {limits !== undefined &&
          `${limits.seoLookupsRemaining} of ${limits.seoLookupsPerHour} lookups left this hour, two calls each`}
      </PageHead>
      <Freshness query={reports} />
      {reports.isError && reports.data === undefined && (
        <Failure error={reports.error} retry={() => void reports.refetch()} />
      )}
      {reports.data === undefined ? (
        !reports.isError && <Skeleton className="h-96" />
      ) : (
        <>
          {view === undefined ? (
            <Empty title={site === undefined ? 'No overview yet' : `No overview of ${site.domain} yet`}>
              An overview shows for how many keywords a domain appears in search results, where, and with what estimated
              traffic. It is bought once and then saved.
            </Empty>
          ) : (
            <WholeReport listed={view} isSimulated={isSimulated} />
          )}
          {reports.data.length > 0 && (
            <Section title="All overviews of this workspace">
              <DataTable
                label="Overviews"
                name="seo-overviews"
                noun="overview"
                place="overviews"
                rows={reports.data}
                keyOf={({ reportId }) => reportId}
                searchText={(report) => `${report.domain} ${report.requestedAt} ${report.state}`}
                columns={overviewColumns(
                  view,
                  (report) => void navigate({ search: (now) => ({ ...now, report }), replace: true }),
                )}
              />
            </Section>
          )}
        </>
      )}
      <LookupDialog
        open={buying}
        suggested={site?.domain ?? ''}
        onClose={() => setBuying(false)}
        onDone={(report) => void navigate({ search: (now) => ({ ...now, report: report.reportId }) })}
      />
    </>
  );
}
