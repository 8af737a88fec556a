import { datesOf, type ReportSearch, readReportSearch } from './reportSearch.ts';

const name = 'sightline.report';

/** Keeps the report in view of this tab, for the way back from pages that have none. */
export function rememberReport(siteId: string, search: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ siteId, search: readReportSearch(search) }));
  } catch {
    // Storage may be refused; the default dates apply then.
  }
}

/** The report that this tab had in view; of another website, its dates alone. */
export function lastReport(siteId: string): ReportSearch {
  try {
    const last: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    if (typeof last !== 'object' || last === null || !('search' in last)) return {};
    const search = last.search as Record<string, unknown>;
    return 'siteId' in last && last.siteId === siteId ? readReportSearch(search) : datesOf(search);
  } catch {
    return {};
  }
}
