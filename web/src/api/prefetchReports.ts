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

/** True if the page filters by engine and tag: loading the filters later would shift the page. */
export const filtersReport = (part: string): boolean => readsOf[part] !== undefined;

/** True if the page lists or asks questions. */
export const showsQuestions = (part: string): boolean => part === '' || part === 'questions';

/** The website and page of an address; the home page shows the website opened last. */
export function placeOf({ pathname }: Address): { siteId: string; part: string } | null {
  const remembered = lastSite();
  if (pathname === '/' && remembered !== null) return { siteId: remembered, part: '' };
  const [, siteId, part = ''] = /^\/sites\/([^/]+)(?:\/(\w*))?\/?$/.exec(pathname) ?? [];
  return siteId === undefined ? null : { siteId, part };
}

export function filtersIn({ search }: Address): ReportFilters {
  return filtersOf(readReportSearch(Object.fromEntries(new URLSearchParams(search))));
}

/** True of the pages of people who are not signed in. */
export const isOutside = ({ pathname }: Address): boolean =>
  /^\/(sign-in|setup|join|forgot|reset|shared)(\/|$)/.test(pathname);

export function isOverview(address: Address): boolean {
  return placeOf(address)?.part === '';
}

/**
 * Asks for the first data of the page at this address, all at once, while the app itself is still being fetched. A wrong
 * guess costs some reads and shows nothing: each page asks for what it shows, and takes an answer only of the same ask.
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
