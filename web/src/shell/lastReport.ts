import { datesOf, type ReportSearch, readReportSearch } from './reportSearch.ts';

const name = 'sightline.report';

/** Saves this tab's current report, for the return from pages without one. */
export function rememberReport(siteId: string, search: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ siteId, search: readReportSearch(search) }));
  } catch {
    // Storage may be refused; the default dates apply then.
  }
}

/** Returns this tab's last report; for another website, only its dates. */
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
