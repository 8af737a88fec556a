import { type BotRole, claimedBots } from '../checks/bots.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { RequestClass } from './requestClass.ts';
import { settleUncovered, type Verdict, type VerdictMethod } from './verdict.ts';

export const botGroupings = ['bot', 'page', 'day'] as const;
export type BotGrouping = (typeof botGroupings)[number];

/** Requests of a day that share crawler, verdict, class and path. */
export type VisitRow = {
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
  /** Token of the crawler, path of the page, or UTC date, by the grouping. */
  key: string;
  vendor: string | null;
  role: BotRole | null;
  /** Requests by verdict. A forged claim is in `falseClaim` alone and never in a count of reads. */
  requests: { verified: number; operatorOnly: number; falseClaim: number; unverifiable: number };
  /** Proven requests for content, answered with a status of 200 to 299. */
  reads: number;
  readsByRole: Record<BotRole, number>;
  /** Different pages among the reads. */
  pages: number;
  /** Proven requests that the website turned away. */
  blocked: number;
  /** Proven requests that ended in another error. */
  errors: number;
  /** Hours of the first and last proven read, as UTC instants; null without one. */
  firstReadAt: string | null;
  lastReadAt: string | null;
};

const bots = new Map(claimedBots.map((bot) => [bot.token, bot]));

const instantOf = (hour: string): string => `${hour}:00:00.000Z`;

/**
 * Counts requests of claimed crawlers by crawler, page or day, the most read first and days in their order. Nothing is
 * summed over people and crawlers, and an unproven claim never counts as a read.
 * @param confirmed digests of the address lists that have covered a claim
 */
export function botReport(rows: readonly VisitRow[], by: BotGrouping, confirmed: ReadonlySet<string>): BotReportRow[] {
  const groups = new Map<string, { row: BotReportRow; pages: Set<string> }>();
  for (const visit of rows) {
    const key = by === 'bot' ? visit.token : by === 'page' ? visit.path : visit.day;
    let group = groups.get(key);
    if (group === undefined) {
      group = { row: emptyRow(key, by), pages: new Set() };
      groups.set(key, group);
    }
    add(group, visit, confirmed);
  }
  const settled = [...groups.values()].map(({ row, pages }) => ({ ...row, pages: pages.size }));
  return settled.toSorted((a, b) => (by === 'day' ? 0 : b.reads - a.reads) || codeUnitOrder(a.key, b.key));
}

function emptyRow(key: string, by: BotGrouping): BotReportRow {
  const bot = by === 'bot' ? bots.get(key) : undefined;
  return {
    key,
    vendor: bot?.vendor ?? null,
    role: bot?.role ?? null,
    requests: { verified: 0, operatorOnly: 0, falseClaim: 0, unverifiable: 0 },
    reads: 0,
    readsByRole: { search: 0, user: 0, training: 0, control: 0, other: 0 },
    pages: 0,
    blocked: 0,
    errors: 0,
    firstReadAt: null,
    lastReadAt: null,
  };
}

const countOf = {
  verified: 'verified',
  operator_only: 'operatorOnly',
  false_claim: 'falseClaim',
  unverifiable: 'unverifiable',
} as const satisfies Record<Verdict, keyof BotReportRow['requests']>;

function add(
  { row, pages }: { row: BotReportRow; pages: Set<string> },
  visit: VisitRow,
  confirmed: ReadonlySet<string>,
): void {
  const verdict =
    visit.verdict === 'uncovered'
      ? settleUncovered(visit.method, visit.listDigest !== null && confirmed.has(visit.listDigest))
      : visit.verdict;
  row.requests[countOf[verdict]] += visit.requests;
  if (verdict !== 'verified' && verdict !== 'operator_only') return;
  if (visit.requestClass === 'blocked') row.blocked += visit.requests;
  if (visit.requestClass === 'error') row.errors += visit.requests;
  if (visit.requestClass !== 'content' || visit.statusClass !== '2xx') return;
  row.reads += visit.requests;
  row.readsByRole[bots.get(visit.token)?.role ?? 'other'] += visit.requests;
  pages.add(visit.path);
  const [first, last] = [instantOf(visit.firstHour), instantOf(visit.lastHour)];
  if (row.firstReadAt === null || first < row.firstReadAt) row.firstReadAt = first;
  if (row.lastReadAt === null || last > row.lastReadAt) row.lastReadAt = last;
}
