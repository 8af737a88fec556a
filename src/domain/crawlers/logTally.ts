import type { ClaimedBot } from '../checks/bots.ts';
import { isLocal, parseAddress } from './addressList.ts';
import { type AssistantVisit, assistantOf, type VisitBasis } from './assistantVisit.ts';
import type { AgentClaim } from './claimedBot.ts';
import type { LogEntry, ReadLine } from './logEntry.ts';
import { isInRange, type LogCounts, type LogNote, noCounts } from './logImport.ts';
import { classifyRequest, pathOf, type RequestClass, statusClassOf } from './requestClass.ts';
import type { ProvisionalVerdict } from './verdict.ts';

/** Requests of one crawler that are counted together. */
export type BotVisit = ProvisionalVerdict & {
  /** UTC hour, such as `2026-11-21T09`. */
  hour: string;
  host: string;
  token: string;
  requestClass: RequestClass;
  statusClass: string;
  path: string;
  requests: number;
};

export type VisitCount = {
  /** UTC date. */
  day: string;
  host: string;
  assistant: string;
  basis: VisitBasis;
  isPaid: boolean;
  path: string;
  requests: number;
};

/** A full address of a claimed crawler, kept for some days so that a wrong address list can be corrected. */
export type ClaimAddress = { hour: string; token: string; address: string; requests: number };

export type HourCount = { hour: string; host: string; lines: number };

/** A request to count if it is new; `line` identifies repetitions. */
export type PendingRequest = { line: string; entry: LogEntry; host: string; claim: ClaimedBot | AssistantVisit };

type TallyWorld = {
  nowMs: number;
  /** Host of the website, for formats that have none. */
  defaultHost: string;
  isOwnHost(host: string): boolean;
  readAgent(userAgent: string): AgentClaim;
  judge(bot: ClaimedBot, entry: LogEntry): ProvisionalVerdict;
  /** Agent that verifiably signed a request whose agent text names none; null if there is none. */
  signedBy(entry: LogEntry): ClaimedBot | null;
  /** True if full addresses of claims are kept. */
  keepsAddresses: boolean;
};

/**
 * Maximum number of distinct paths per import; further ones count under `…`, so that invented paths cannot fill the
 * database.
 */
const maxPaths = 20_000;
const maxAddresses = 1_000;
/** Minimum number of visits per day for a landing page to be named: fewer could identify one person. */
const minVisitsOfPath = 3;

/** Counts requests of rows that are equal in everything else. The fields of a row must always have the same order. */
class RowCounter<Row extends { requests: number }> {
  #rows = new Map<string, Row>();

  get size(): number {
    return this.#rows.size;
  }

  add(row: Omit<Row, 'requests'>, requests = 1): void {
    const key = Object.values(row).join('\n');
    const before = this.#rows.get(key);
    if (before === undefined) this.#rows.set(key, { ...row, requests } as Row);
    else before.requests += requests;
  }

  takeOut(): Row[] {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

/** Counts the requests of one log. Memory does not grow with its length, because counts are drained in between. */
export class LogTally {
  readonly counts: LogCounts = { ...noCounts };
  firstMs: number | null = null;
  lastMs: number | null = null;
  /** Number of the first line that could not be read, from 1, without empty ones. */
  firstUnreadable: number | null = null;
  /** True if a line names its user agent. Traefik, for example, drops it by default. */
  hasAgents = false;
  readonly #world: TallyWorld;
  readonly #paths = new Set<string>();
  readonly #addresses = new Map<string, number>();
  #hours = new Map<string, HourCount>();
  #lastHour: HourCount | null = null;
  readonly #bots = new RowCounter<BotVisit>();
  readonly #claims = new RowCounter<ClaimAddress>();
  readonly #visits = new RowCounter<VisitCount>();

  constructor(world: TallyWorld) {
    this.#world = world;
  }

  /** Takes one line as read. Returns a request that counts if its line turns out to be new; null for all others. */
  take(line: string, read: ReadLine): PendingRequest | null {
    const { counts } = this;
    counts.lines += 1;
    if (read === null || read === 'skip') {
      counts[read === null ? 'unreadable' : 'skipped'] += 1;
      if (read === null) this.firstUnreadable ??= counts.lines;
      return null;
    }
    if (!isInRange(read.atMs, this.#world.nowMs)) {
      counts.outOfRange += 1;
      return null;
    }
    const host = read.host ?? this.#world.defaultHost;
    if (!this.#world.isOwnHost(host)) {
      counts.otherHosts += 1;
      return null;
    }
    this.firstMs = Math.min(this.firstMs ?? read.atMs, read.atMs);
    this.lastMs = Math.max(this.lastMs ?? read.atMs, read.atMs);
    this.hasAgents ||= read.userAgent !== '';
    this.#countHour(read, host);
    this.#countAddress(read.address);
    const agent = this.#world.readAgent(read.userAgent) ?? (read.signed === null ? null : this.#world.signedBy(read));
    if (agent === 'own') counts.ownAgent += 1;
    else if (agent !== null) return { line, entry: read, host, claim: agent };
    else {
      const visit = assistantOf(read);
      if (visit !== null && isPageView(read)) return { line, entry: read, host, claim: visit };
      counts.dropped += 1;
    }
    return null;
  }

  /** Counts a request whose line is new. */
  count({ entry, host, claim }: PendingRequest): void {
    if ('assistant' in claim) this.#countVisit(entry, host, claim);
    else this.#countClaim(entry, host, claim);
  }

  #countClaim(entry: LogEntry, host: string, bot: ClaimedBot): void {
    this.counts.claims += 1;
    const [hour, wholePath] = [hourOf(entry.atMs), pathOf(entry.target)];
    this.#bots.add({
      hour,
      host,
      token: bot.token,
      ...this.#world.judge(bot, entry),
      requestClass: classifyRequest(entry, wholePath),
      statusClass: statusClassOf(entry.status),
      path: this.#pathIn(wholePath),
    });
    const address = this.#world.keepsAddresses ? parseAddress(entry.address) : null;
    if (address !== null) this.#claims.add({ hour, token: bot.token, address });
  }

  #countVisit(entry: LogEntry, host: string, visit: AssistantVisit): void {
    this.counts.visits += 1;
    const day = hourOf(entry.atMs).slice(0, 10);
    this.#visits.add({ day, host, ...visit, path: this.#pathIn(pathOf(entry.target)) });
  }

  #countHour({ atMs }: LogEntry, host: string): void {
    const hour = hourOf(atMs);
    // Most lines have the same hour and host as the previous one.
    if (this.#lastHour?.hour !== hour || this.#lastHour.host !== host) {
      const key = `${hour}\n${host}`;
      this.#lastHour = this.#hours.get(key) ?? { hour, host, lines: 0 };
      this.#hours.set(key, this.#lastHour);
    }
    this.#lastHour.lines += 1;
  }

  #countAddress(address: string | null): void {
    const key = address ?? '';
    const before = this.#addresses.get(key);
    if (before !== undefined) this.#addresses.set(key, before + 1);
    else if (this.#addresses.size < maxAddresses) this.#addresses.set(key, 1);
  }

  #pathIn(path: string): string {
    if (this.#paths.has(path)) return path;
    if (this.#paths.size >= maxPaths) return '…';
    this.#paths.add(path);
    return path;
  }

  /** Number of rows not yet drained. */
  get waiting(): number {
    return this.#bots.size + this.#claims.size + this.#hours.size;
  }

  /** Drains the counts so far, except visits, which are complete only at the end. */
  takeOut(): { hours: HourCount[]; bots: BotVisit[]; claims: ClaimAddress[] } {
    const hours = [...this.#hours.values()];
    this.#hours = new Map();
    this.#lastHour = null;
    return { hours, bots: this.#bots.takeOut(), claims: this.#claims.takeOut() };
  }

  /** Returns visits by landing page; pages with few visits a day are combined under `other`. */
  visits(): VisitCount[] {
    const settled = new RowCounter<VisitCount>();
    for (const { requests, ...visit } of this.#visits.takeOut())
      settled.add({ ...visit, path: requests < minVisitsOfPath ? 'other' : visit.path }, requests);
    return settled.takeOut();
  }

  /** Detects signs that the addresses are a proxy's: almost all lines share a few, or almost none is public. */
  notes(): LogNote[] {
    const all = [...this.#addresses].filter(([address]) => address !== '');
    const linesOf = (some: typeof all): number => some.reduce((sum, [, lines]) => sum + lines, 0);
    if (linesOf(all) < 100) return [];
    const areMost = (some: typeof all): boolean => linesOf(some) > linesOf(all) * 0.95;
    const top = all.toSorted(([, a], [, b]) => b - a).slice(0, 4);
    return [
      ...(all.length < maxAddresses && areMost(top) ? (['shared_addresses'] as const) : []),
      ...(areMost(all.filter(([address]) => isLocal(address))) ? (['private_addresses'] as const) : []),
    ];
  }
}

function isPageView(entry: LogEntry): boolean {
  return entry.method === 'GET' && classifyRequest(entry, pathOf(entry.target)) === 'content';
}

let lastHour: readonly [ms: number, text: string] = [Number.NaN, ''];

/** UTC hour of a time, such as `2026-11-21T09`. */
export function hourOf(atMs: number): string {
  const start = Math.floor(atMs / 3_600_000);
  if (lastHour[0] !== start) lastHour = [start, new Date(start * 3_600_000).toISOString().slice(0, 13)];
  return lastHour[1];
}
