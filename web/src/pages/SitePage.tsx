import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { sitesQuery } from '../api/queries.ts';
import { AskProgress } from '../asking/AskProgress.tsx';
import { WholeFailure } from '../shell/Failures.tsx';
import { PendingPage } from '../shell/Pending.tsx';
import { SiteHead } from '../ui/Section.tsx';
import { ArchivedSite } from './sites/ArchivedSite.tsx';

/** Frames all pages of one website: checks that it exists and shows the questions being asked now. */
export function SitePage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const sites = useQuery(sitesQuery);
  const site = sites.data?.find(({ id }) => id === siteId);
  if (sites.isError) return <WholeFailure error={sites.error} retry={() => void sites.refetch()} />;
  if (sites.data === undefined) return <PendingPage />;
  if (site === undefined) return <ArchivedSite siteId={siteId} />;
  const head = { name: site.name, below: <AskProgress siteId={siteId} /> };
  return (
    <SiteHead value={head}>
      <Outlet />
    </SiteHead>
  );
}
