import { type BotGrouping, botReport, judgeVisits } from '../../domain/crawlers/botReport.ts';
import { countingSources, describeCoverage, type HourRow } from '../../domain/crawlers/logCoverage.ts';
import type { LogSource } from '../../domain/crawlers/logImport.ts';
import { sitemapReads, withSitemap } from '../../domain/crawlers/sitemapReads.ts';
import { invalidField } from '../../domain/errors.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { recentMemory } from '../../domain/text/recentMemory.ts';
import { addressLists } from '../../store/crawlers/addressLists.ts';
import { logSources } from '../../store/crawlers/logSources.ts';
import { listSitemapPages } from '../../store/crawlers/sitemapPages.ts';
import { listLogHours, sumAssistantVisits, sumBotVisits } from '../../store/crawlers/visits.ts';
import type { Ctx } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';

export type PeriodInput = { websiteId: string; startDate?: string | undefined; endDate?: string | undefined };
type Period = { startDate: string; endDate: string };

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 28;
const maxDays = 400;

/**
 * Returns the period of a report: by default the last 28 days including today. @throws invalid_request naming a date
 */
function readPeriod(ctx: Ctx, { startDate, endDate }: PeriodInput): Period {
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const end = endDate ?? dayOf(ctx.runtime.now());
  const start = startDate ?? dayOf(Date.parse(end) - (defaultDays - 1) * dayMs);
  if (start > end) throw invalidField('startDate', 'is after endDate');
  if (Date.parse(end) - Date.parse(start) > maxDays * dayMs) {
    throw invalidField('startDate', `is more than ${maxDays} days before endDate`);
  }
  return { startDate: start, endDate: end };
}

/** Reads the hours that logs cover, and the sources between which reports choose: null if only one has lines. */
async function readCoverage(ctx: Ctx, input: PeriodInput) {
  const { domain } = await readWebsite(ctx, input.websiteId);
  const period = readPeriod(ctx, input);
  const hours = await listLogHours(ctx.db, selectHours(input.websiteId, period));
  const begun = Math.min(Date.parse(period.endDate) + dayMs, ctx.runtime.now()) - Date.parse(period.startDate);
  const isOneSource = hours.every(({ sourceId }) => sourceId === hours[0]?.sourceId);
  const sources = isOneSource ? null : await logSources.list(ctx.db, ctx.principal.workspaceId, input);
  const coverage = describeCoverage(hours, Math.max(0, Math.ceil(begun / (dayMs / 24))));
  return { domain, period, hours, coverage, sources };
}

/** Keeps the rows of the source that counts for their host and hour, or for visits their day. */
function keepCounting<Row extends HourRow>(rows: Row[], hours: readonly HourRow[], sources: LogSource[] | null): Row[] {
  if (sources === null) return rows;
  const sourceByHour = countingSources(hours, sources);
  return rows.filter(({ sourceId, hour, host }) => sourceByHour.get(`${hour} ${host}`) === sourceId);
}

/**
 * Creates a function that returns a page's canonical spelling; paths that logs cut or combine, such as `other`, stay as
 * they are.
 */
function pageNamer(domain: string): (visit: { host: string; path: string }) => string {
  const remember = recentMemory<string>(20_000);
  return ({ host, path }) =>
    remember(`${host}${path}`, () =>
      path.startsWith('/') ? (normalisePageKey(`https://${host}${path}`, domain) ?? path) : path,
    );
}

const selectHours = (websiteId: string, { startDate, endDate }: Period) => ({
  websiteId,
  fromHour: `${startDate}T00`,
  toHour: `${endDate}T23`,
});

/**
 * Counts requests of claimed crawlers in a period, by crawler, page or day; of one crawler with `bot`. @throws
 * not_found, invalid_request
 */
export async function readBotVisits(
  ctx: Ctx,
  input: PeriodInput & { by: BotGrouping; bot?: string | undefined; limit: number },
) {
  const { domain, period, hours, coverage, sources } = await readCoverage(ctx, input);
  const saved = await sumBotVisits(ctx.db, selectHours(input.websiteId, period), sources !== null);
  const lists = await addressLists.list(ctx.db, ctx.principal.workspaceId);
  const confirmed = new Set(lists.filter(({ confirmedAt }) => confirmedAt !== null).map(({ digest }) => digest));
  const pageOf = pageNamer(domain);
  const rowsOfBot = saved.filter(({ token }) => input.bot === undefined || token === input.bot);
  const own = keepCounting(rowsOfBot, hours, sources).map((visit) => ({ ...visit, path: pageOf(visit) }));
  const visits = judgeVisits(own, confirmed);
  const isCovered = coverage.hoursCovered > 0;
  const listed = input.bot === undefined ? await listSitemapPages(ctx.db, input.websiteId) : null;
  const report = botReport(visits, input.by);
  const isWithPages = input.by === 'page' && listed !== null;
  const rows = isWithPages ? withSitemap(report, visits, listed.pages, { ...period, isCovered }) : report;
  return {
    ...period,
    coverage,
    // Null if no website check has read a sitemap, or with `bot`.
    sitemap: listed === null ? null : sitemapReads(visits, listed.pages, { readAt: listed.readAt, isCovered }),
    total: rows.length,
    rows: rows.slice(0, input.limit),
  };
}

/** Counts visits by people whom an assistant referred; the result is a minimum. @throws not_found, invalid_request */
export async function readAssistantVisits(
  ctx: Ctx,
  input: PeriodInput & { by: 'assistant' | 'page' | 'day'; limit: number },
) {
  const { domain, period, coverage, sources } = await readCoverage(ctx, input);
  const days = { websiteId: input.websiteId, fromDay: period.startDate, toDay: period.endDate };
  // Visits are stored by day, so the source nearest to the visitor counts for a host's whole day.
  const saved = (await sumAssistantVisits(ctx.db, days)).map((visit) => ({ ...visit, hour: visit.day }));
  const visits = keepCounting(saved, saved, sources);
  const pageOf = pageNamer(domain);
  const sumOf = (some: typeof visits): number => some.reduce((sum, { requests }) => sum + requests, 0);
  const byKey = Map.groupBy(visits, (visit) => (input.by === 'page' ? pageOf(visit) : visit[input.by]));
  const sums = [...byKey].map(([key, own]) => ({
    key,
    visits: sumOf(own),
    paid: sumOf(own.filter(({ isPaid }) => isPaid)),
    byReferer: sumOf(own.filter(({ basis }) => basis === 'referer')),
    byUtmSource: sumOf(own.filter(({ basis }) => basis === 'utm_source')),
  }));
  const rows = sums.toSorted((a, b) => (input.by === 'day' ? 0 : b.visits - a.visits) || codeUnitOrder(a.key, b.key));
  return { ...period, coverage, total: rows.length, rows: rows.slice(0, input.limit) };
}
