import { type BotRole, claimedBots } from '../checks/bots.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { instantOf } from './logCoverage.ts';
import type { RequestClass } from './requestClass.ts';
import { settleUncovered, type Verdict, type VerdictMethod } from './verdict.ts';

export const botGroupings = ['bot', 'page', 'day'] as const;
export type BotGrouping = (typeof botGroupings)[number];

/** Requests of a day with the same source, crawler, verdict, class and path. */
export type VisitRow = {
  sourceId: string;
  day: string;
  token: string;
  verdict: Verdict | 'uncovered';
  method: VerdictMethod;
  listDigest: string | null;
  requestClass: RequestClass;
  statusClass: string;
  path: string;
  requests: number;
  firstHour: string;
  lastHour: string;
};

export type BotReportRow = {
  /** Crawler token, page or UTC date, depending on the grouping. */
  key: string;
  vendor: string | null;
  role: BotRole | null;
  /** Crawlers with verified reads, in code-unit order. */
  crawlers: string[];
  /** Requests by verdict. A forged claim counts only in `falseClaim`, never as a read. */
  requests: { verified: number; operatorOnly: number; falseClaim: number; unverifiable: number };
  /** Verified requests for content, answered with a status of 200 to 299. */
  reads: number;
  readsByRole: Record<BotRole, number>;
  /** Number of distinct pages among the reads. */
  pages: number;
  /** Verified requests that the website refused. */
  blocked: number;
  /** Verified requests that ended in another error. */
  errors: number;
  /** Hours of the first and last verified read, as UTC instants; null without one. */
  firstReadAt: string | null;
  lastReadAt: string | null;
  /** Last change of a page according to the sitemap, and the first read after it; null outside the sitemap. */
  sitemap: { changedAt: string | null; firstReadAfterAt: string | null } | null;
  /**
   * For days: false if sources or address lists differ from the previous day, so that a chart does not connect them.
   */
  isComparable: boolean;
};

const bots = new Map(claimedBots.map((bot) => [bot.token, bot]));

/** A visit with its final verdict. Verified: by crawler or by vendor. */
export type JudgedVisit = Omit<VisitRow, 'verdict'> & {
  verdict: Verdict;
  role: BotRole;
  isProven: boolean;
  isRead: boolean;
  firstAt: string;
  lastAt: string;
};

/** @param confirmed digests of the address lists that have covered a claim */
export function judgeVisits(rows: readonly VisitRow[], confirmed: ReadonlySet<string>): JudgedVisit[] {
  return rows.map((visit) => {
    const { method, listDigest, requestClass, statusClass } = visit;
    const verdict =
      visit.verdict === 'uncovered'
        ? settleUncovered(method, listDigest !== null && confirmed.has(listDigest))
        : visit.verdict;
    const isProven = verdict === 'verified' || verdict === 'operator_only';
    return {
      ...visit,
      verdict,
      role: bots.get(visit.token)?.role ?? 'other',
      isProven,
      isRead: isProven && requestClass === 'content' && statusClass === '2xx',
      firstAt: instantOf(visit.firstHour),
      lastAt: instantOf(visit.lastHour),
    };
  });
}

/**
 * Counts requests of claimed crawlers by crawler, page or day: the most read first, days in order. People and crawlers
 * are never summed, and an unverified claim never counts as a read.
 */
export function botReport(visits: readonly JudgedVisit[], by: BotGrouping): BotReportRow[] {
  const keyOf = { bot: 'token', page: 'path', day: 'day' } as const;
  const rows = [...Map.groupBy(visits, (visit) => visit[keyOf[by]])].map(([key, own]) => buildRow(key, by, own));
  const sorted = rows.toSorted((a, b) => (by === 'day' ? 0 : b.reads - a.reads) || codeUnitOrder(a.key, b.key));
  if (by !== 'day') return sorted;
  const bases = new Map(sorted.map(({ key }) => [key, basisOf(visits.filter(({ day }) => day === key))]));
  return sorted.map((row, index) => ({
    ...row,
    isComparable: index === 0 || bases.get(row.key) === bases.get(sorted[index - 1]?.key ?? ''),
  }));
}

/** Returns a key of the sources and lists that a day's reads are based on. */
function basisOf(visits: readonly JudgedVisit[]): string {
  const reads = visits.filter(({ isRead }) => isRead);
  return sortedOnce(reads.map(({ sourceId, method, listDigest }) => [sourceId, method, listDigest].join(' '))).join();
}

/** Creates the row of a page, crawler or day without requests. */
export function emptyRow(key: string, by: BotGrouping): BotReportRow {
  return buildRow(key, by, []);
}

function buildRow(key: string, by: BotGrouping, visits: readonly JudgedVisit[]): BotReportRow {
  const bot = by === 'bot' ? bots.get(key) : undefined;
  const requests = { verified: 0, operatorOnly: 0, falseClaim: 0, unverifiable: 0 };
  const readsByRole = { search: 0, user: 0, training: 0, control: 0, other: 0 };
  const sum = { reads: 0, blocked: 0, errors: 0 };
  const [pages, crawlers] = [new Set<string>(), new Set<string>()];
  let [firstReadAt, lastReadAt]: (string | null)[] = [null, null];
  for (const visit of visits) {
    requests[countOf[visit.verdict]] += visit.requests;
    if (visit.isProven && visit.requestClass === 'blocked') sum.blocked += visit.requests;
    if (visit.isProven && visit.requestClass === 'error') sum.errors += visit.requests;
    if (!visit.isRead) continue;
    sum.reads += visit.requests;
    readsByRole[visit.role] += visit.requests;
    pages.add(visit.path);
    crawlers.add(visit.token);
    if (firstReadAt == null || visit.firstAt < firstReadAt) firstReadAt = visit.firstAt;
    if (lastReadAt == null || visit.lastAt > lastReadAt) lastReadAt = visit.lastAt;
  }
  return {
    key,
    vendor: bot?.vendor ?? null,
    role: bot?.role ?? null,
    crawlers: sortedOnce(crawlers),
    requests,
    ...sum,
    readsByRole,
    pages: pages.size,
    firstReadAt: firstReadAt ?? null,
    lastReadAt: lastReadAt ?? null,
    sitemap: null,
    isComparable: true,
  };
}

const countOf = {
  verified: 'verified',
  operator_only: 'operatorOnly',
  false_claim: 'falseClaim',
  unverifiable: 'unverifiable',
} as const satisfies Record<Verdict, keyof BotReportRow['requests']>;
