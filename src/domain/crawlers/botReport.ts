import { type BotRole, claimedBots } from '../checks/bots.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { instantOf } from './logCoverage.ts';
import type { BotVisit } from './logTally.ts';
import type { RequestClass } from './requestClass.ts';
import { settleUncovered, type Verdict } from './verdict.ts';

export const botGroupings = ['bot', 'page', 'day'] as const;
export type BotGrouping = (typeof botGroupings)[number];

/** Requests of a day with the same source, crawler, verdict, class and path. */
export type VisitRow = Omit<BotVisit, 'hour' | 'host'> & {
  sourceId: string;
  day: string;
  firstHour: string;
  lastHour: string;
};

export type BotReportRow = ReturnType<typeof buildRow>;

const bots = new Map(claimedBots.map((bot) => [bot.token, bot]));

export type JudgedVisit = ReturnType<typeof judgeVisits>[number];

/**
 * Gives visits their final verdict. Proven: the crawler, or at least its vendor.
 * @param confirmed digests of the address lists that have covered a claim
 */
export function judgeVisits(rows: readonly VisitRow[], confirmed: ReadonlySet<string>) {
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

/** Creates the row of a page, crawler or day. A forged claim counts only in `falseClaim`, never as a read. */
export function buildRow(key: string, by: BotGrouping, visits: readonly JudgedVisit[]) {
  const bot = by === 'bot' ? bots.get(key) : undefined;
  const reads = visits.filter(({ isRead }) => isRead);
  const count = (isCounted: (visit: JudgedVisit) => boolean): number =>
    visits.reduce((sum, visit) => sum + (isCounted(visit) ? visit.requests : 0), 0);
  const claimed = (verdict: Verdict): number => count((visit) => visit.verdict === verdict);
  const proven = (requestClass: RequestClass): number =>
    count((visit) => visit.isProven && visit.requestClass === requestClass);
  const readBy = (role: BotRole): number => count((visit) => visit.isRead && visit.role === role);
  return {
    key,
    vendor: bot?.vendor ?? null,
    role: bot?.role ?? null,
    crawlers: sortedOnce(reads.map(({ token }) => token)),
    requests: {
      verified: claimed('verified'),
      operatorOnly: claimed('operator_only'),
      falseClaim: claimed('false_claim'),
      unverifiable: claimed('unverifiable'),
    },
    reads: count(({ isRead }) => isRead),
    readsByRole: {
      ...{ search: readBy('search'), user: readBy('user'), training: readBy('training') },
      ...{ control: readBy('control'), other: readBy('other') },
    },
    pages: new Set(reads.map(({ path }) => path)).size,
    blocked: proven('blocked'),
    errors: proven('error'),
    firstReadAt: sortedOnce(reads.map(({ firstAt }) => firstAt))[0] ?? null,
    lastReadAt: sortedOnce(reads.map(({ lastAt }) => lastAt)).at(-1) ?? null,
    sitemap: null as { changedAt: string | null; firstReadAfterAt: string | null } | null,
    /** For days: false if sources or address lists differ from the previous day, so that a chart does not connect them. */
    isComparable: true,
  };
}
