import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { sitesQuery } from '../api/queries.ts';
import { AskProgress } from '../asking/AskProgress.tsx';
import { WholeFailure } from '../shell/Failures.tsx';
import { PendingPage } from '../shell/Pending.tsx';
import { ArchivedSite } from './sites/ArchivedSite.tsx';

/** What all pages of one website share: that it exists, and the questions being asked about it right now. */
export function SitePage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const sites = useQuery(sitesQuery);
  if (sites.isError) return <WholeFailure error={sites.error} retry={() => void sites.refetch()} />;
  if (sites.data === undefined) return <PendingPage />;
  if (!sites.data.some((site) => site.id === siteId)) return <ArchivedSite siteId={siteId} />;
  return (
    <>
      <AskProgress siteId={siteId} />
      <Outlet />
    </>
  );
}
