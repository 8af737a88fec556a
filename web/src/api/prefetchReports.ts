import { basePathOf, type OperationId, routes } from '../../../src/contract/routes.ts';
import { lastSite } from '../shell/lastSite.ts';
import { filtersOf, readReportSearch } from '../shell/reportSearch.ts';
import { prefetchReport } from './http.ts';
import { type ReportFilters, type ReportRead, reportRequest } from './reports.ts';

const addressOf = (id: OperationId): string => `${basePathOf.session}${routes[id].path}`;

type Address = Pick<Location, 'pathname' | 'search'>;

/** First reads of a website's page, by the last segment of its address. */
export const readsOf: Readonly<Record<string, readonly ReportRead[]>> = {
  '': ['overview', 'citations'],
  questions: ['prompts'],
  sources: ['citations', 'prompts', 'overview'],
};

/** Returns true if the page filters by engine and tag: loading the filters later would shift the page. */
export const filtersReport = (part: string): boolean => readsOf[part] !== undefined;

/** Returns true if the page lists or asks questions. */
export const showsQuestions = (part: string): boolean => part === '' || part === 'questions';

/** Returns the website and page of an address; the home page shows the website opened last. */
export function placeOf({ pathname }: Address): { siteId: string; part: string } | null {
  const remembered = lastSite();
  if (pathname === '/' && remembered !== null) return { siteId: remembered, part: '' };
  const [, siteId, part = ''] = /^\/sites\/([^/]+)(?:\/(\w*))?\/?$/.exec(pathname) ?? [];
  return siteId === undefined ? null : { siteId, part };
}

export function filtersIn({ search }: Address): ReportFilters {
  return filtersOf(readReportSearch(Object.fromEntries(new URLSearchParams(search))));
}

/** Returns true for pages that need no session. */
export const isOutside = ({ pathname }: Address): boolean =>
  /^\/(sign-in|setup|join|forgot|reset|shared)(\/|$)/.test(pathname);

export function isOverview(address: Address): boolean {
  return placeOf(address)?.part === '';
}

/**
 * Prefetches the first data of the page at this address, all at once, while the app itself is still loading. A wrong
 * guess costs some reads and shows nothing: each page requests what it shows, and takes only responses to the same
 * request.
 */
export function prefetchReports(address: Address): void {
  if (/^\/(sign-in|setup)$/.test(address.pathname)) prefetchReport('/api/setup');
  if (isOutside(address)) return;
  prefetchReport(addressOf('session'));
  prefetchReport(addressOf('listSites'));
  const place = placeOf(address);
  if (place === null) return;
  const filters = filtersIn(address);
  for (const read of readsOf[place.part] ?? []) {
    const { id, input } = reportRequest(read, place.siteId, filters);
    prefetchReport(addressOf(id), { ...input });
  }
  if (filtersReport(place.part)) {
    prefetchReport(addressOf('listEngines'), { limit: 200 });
    prefetchReport(addressOf('listTags'), { websiteId: place.siteId, limit: 200 });
  }
  if (showsQuestions(place.part)) prefetchReport(addressOf('listQuestions'), { websiteId: place.siteId, limit: 200 });
}
