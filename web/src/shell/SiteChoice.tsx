import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { sitesQuery } from '../api/queries.ts';
import { useIsViewer } from '../ui/ForMembers.tsx';
import { Switcher } from '../ui/Switcher.tsx';
import { rememberSite } from './lastSite.ts';
import { sitePlaceAt } from './places.ts';
import { datesOf } from './reportSearch.ts';

/** Pages that show one website without naming it in their path: they read it from `?site=`. */
const pagesBySearch = ['/seo', '/settings', '/activity'] as const;

/** Shows the current website, with a menu of the others. Pages of the whole workspace say that they cover all. */
export function SiteChoice({ siteId }: { siteId: string | null }) {
  const sites = useQuery(sitesQuery).data ?? [];
  const isViewer = useIsViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const request = useSearch({ strict: false }) as { site?: string };
  if (sites.length === 0) return null;
  const ofSearch = pagesBySearch.find((page) => page === pathname);
  // A workspace list covers one website only if its address says so.
  const isWhole = ofSearch === '/activity' && request.site === undefined;
  const isOfSite = /^\/(sites\/.|answers\/)/.test(pathname) || (ofSearch !== undefined && !isWhole);
  const site = isOfSite ? sites.find(({ id }) => id === siteId) : undefined;
  const choose = (id: string) => {
    if (id === 'add') return void navigate({ to: '/start' });
    if (id === 'all') return void navigate({ to: '/sites' });
    rememberSite(id);
    if (ofSearch !== undefined) return void navigate({ to: ofSearch, search: { site: id } });
    return void navigate({ to: sitePlaceAt(pathname).to, params: { siteId: id }, search: datesOf });
  };
  const acts = [
    ...(sites.length > 1 ? [{ id: 'all', name: `All ${sites.length} websites…` }] : []),
    ...(isViewer ? [] : [{ id: 'add', name: 'Add a website' }]),
  ];
  return (
    <Switcher
      label="Website"
      shown={site?.name ?? (sites.length === 1 ? 'The whole workspace' : `All ${sites.length} websites`)}
      value={site?.id ?? (pathname === '/sites' ? 'all' : null)}
      options={sites.map(({ id, name, domain }) => ({ id, name, detail: domain }))}
      acts={acts}
      choose={choose}
    />
  );
}
