import type { BotRole } from '../checks/bots.ts';
import type { SitemapEntry } from '../sitemaps/sitemapXml.ts';
import { type BotReportRow, buildRow, type JudgedVisit } from './botReport.ts';

/** A page of the sitemap. `changedAt`: its last change according to the sitemap; null if not stated. */
export type SitemapPage = { page: string; changedAt: string | null };

const maxSitemapPages = 10_000;
export const sitemapRoles = ['search', 'user', 'training'] as const satisfies readonly BotRole[];

export type SitemapReads = ReturnType<typeof sitemapReads>;

/**
 * Collects sitemap entries as pages of a website, each once, with its latest change. @param pageOf returns the
 * canonical spelling, null for other websites
 */
export function collectSitemapPages(
  entries: readonly SitemapEntry[],
  pageOf: (url: string) => string | null,
  now: string,
): SitemapPage[] {
  const pages = new Map<string, string | null>();
  for (const { loc, lastmod } of entries) {
    const page = pageOf(loc);
    if (page === null || (pages.size >= maxSitemapPages && !pages.has(page))) continue;
    const ms = Date.parse(lastmod ?? '');
    const changedAt = Number.isNaN(ms) || ms > Date.parse(now) ? null : new Date(ms).toISOString();
    const before = pages.get(page) ?? null;
    pages.set(page, before !== null && (changedAt === null || before > changedAt) ? before : changedAt);
  }
  return [...pages].map(([page, changedAt]) => ({ page, changedAt }));
}

/**
 * Decides whether the period is long enough to call an unread page never read. Crawlers return to a page every `days ×
 * pages ÷ reads` days on average, so a page without a read for less than twice that time may still be read.
 */
const isLongEnough = (pages: number, reads: number): boolean => reads >= 2 * pages && pages > 0;

/**
 * Counts pages of the sitemap, never requests, by how verified crawlers of each role treated them in a period.
 * @param readAt time of the website check that read the sitemap
 * @param isCovered false if no log covers the period, so that nothing was measured
 */
export function sitemapReads(
  visits: readonly JudgedVisit[],
  pages: readonly SitemapPage[],
  { readAt, isCovered }: { readAt: string; isCovered: boolean },
) {
  const listed = new Set(pages.map(({ page }) => page));
  const roles = sitemapRoles.map((role) => {
    const own = visits.filter((visit) => visit.role === role && visit.isProven && listed.has(visit.path));
    const reads = own.filter(({ isRead }) => isRead);
    const [readPages, refusedPages] = [reads, own.filter(({ requestClass }) => requestClass === 'blocked')].map(
      (rows) => new Set(rows.map(({ path }) => path)).size,
    ) as [number, number];
    const requests = reads.reduce((sum, visit) => sum + visit.requests, 0);
    return {
      role,
      read: isCovered ? readPages : null,
      refused: isCovered ? refusedPages : null,
      neverRead: isCovered && isLongEnough(readPages, requests) ? pages.length - readPages : null,
    };
  });
  return { readAt, pages: pages.length, isCut: pages.length >= maxSitemapPages, roles };
}

/**
 * Adds the sitemap's facts to each page row, and rows for pages that no crawler requested. The first read after a
 * change is searched only for changes inside the period.
 */
export function withSitemap(
  rows: readonly BotReportRow[],
  visits: readonly JudgedVisit[],
  pages: readonly SitemapPage[],
  { startDate, isCovered }: { startDate: string; isCovered: boolean },
): BotReportRow[] {
  const changes = new Map(pages.map(({ page, changedAt }) => [page, changedAt]));
  const firstAfter = new Map<string, string>();
  for (const { path, isRead, firstAt, lastAt } of visits) {
    const changedAt = changes.get(path) ?? null;
    if (changedAt === null || !isRead || changedAt < startDate || lastAt < changedAt) continue;
    const at = firstAt >= changedAt ? firstAt : lastAt;
    const before = firstAfter.get(path);
    if (before === undefined || at < before) firstAfter.set(path, at);
  }
  const rowKeys = new Set(rows.map(({ key }) => key));
  const unread = isCovered
    ? pages.filter(({ page }) => !rowKeys.has(page)).map(({ page }) => buildRow(page, 'page', []))
    : [];
  return [...rows, ...unread].map((row) => {
    const changedAt = changes.get(row.key);
    if (changedAt === undefined) return row;
    return { ...row, sitemap: { changedAt, firstReadAfterAt: firstAfter.get(row.key) ?? null } };
  });
}
