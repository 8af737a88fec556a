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

/** Counts the requests of one log. Memory does not grow with its length, because counts are drained in between. */
export class LogTally {
  readonly counts: LogCounts = { ...noCounts };
  firstMs: number | null = null;
  lastMs: number | null = null;
  /** Number of the first line that could not be read, from 1, without empty ones. */
  firstUnreadable: number | null = null;
  readonly #world: TallyWorld;
  readonly #paths = new Set<string>();
  readonly #addresses = new Map<string, number>();
  #hours = new Map<string, HourCount>();
  #lastHour: HourCount | null = null;
  #bots = new Map<string, BotVisit>();
  #claims = new Map<string, ClaimAddress>();
  readonly #visits = new Map<string, VisitCount>();

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
    const hour = hourOf(entry.atMs);
    const path = this.#pathIn(pathOf(entry.target));
    const requestClass = classifyRequest(entry, pathOf(entry.target));
    const statusClass = statusClassOf(entry.status);
    const judged = this.#world.judge(bot, entry);
    const key = [
      hour,
      host,
      bot.token,
      judged.verdict,
      judged.method,
      judged.listDigest,
      requestClass,
      statusClass,
      path,
    ].join('\n');
    const visit = this.#bots.get(key);
    if (visit !== undefined) visit.requests += 1;
    else this.#bots.set(key, { ...judged, hour, host, token: bot.token, requestClass, statusClass, path, requests: 1 });
    const address = this.#world.keepsAddresses ? parseAddress(entry.address) : null;
    if (address === null) return;
    const addressKey = `${hour}\n${bot.token}\n${address}`;
    const claim = this.#claims.get(addressKey);
    if (claim !== undefined) claim.requests += 1;
    else this.#claims.set(addressKey, { hour, token: bot.token, address, requests: 1 });
  }

  #countVisit(entry: LogEntry, host: string, { assistant, basis, isPaid }: AssistantVisit): void {
    this.counts.visits += 1;
    const day = hourOf(entry.atMs).slice(0, 10);
    const path = this.#pathIn(pathOf(entry.target));
    const key = [day, host, assistant, basis, isPaid, path].join('\n');
    const visit = this.#visits.get(key);
    if (visit !== undefined) visit.requests += 1;
    else this.#visits.set(key, { day, host, assistant, basis, isPaid, path, requests: 1 });
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
    const out = {
      hours: [...this.#hours.values()],
      bots: [...this.#bots.values()],
      claims: [...this.#claims.values()],
    };
    this.#hours = new Map();
    this.#lastHour = null;
    this.#bots = new Map();
    this.#claims = new Map();
    return out;
  }

  /** Returns visits by landing page; pages with few visits a day are combined under `other`. */
  visits(): VisitCount[] {
    const settled = new Map<string, VisitCount>();
    for (const visit of this.#visits.values()) {
      const path = visit.requests < minVisitsOfPath ? 'other' : visit.path;
      const key = [visit.day, visit.host, visit.assistant, visit.basis, visit.isPaid, path].join('\n');
      const before = settled.get(key);
      if (before !== undefined) before.requests += visit.requests;
      else settled.set(key, { ...visit, path });
    }
    return [...settled.values()];
  }

  /** Detects signs that the addresses are a proxy's: almost all lines share a few, or almost none is public. */
  notes(): LogNote[] {
    const lineCounts = [...this.#addresses].filter(([address]) => address !== '');
    const total = lineCounts.reduce((sum, [, lines]) => sum + lines, 0);
    if (total < 100) return [];
    const top = lineCounts
      .map(([, lines]) => lines)
      .toSorted((a, b) => b - a)
      .slice(0, 4)
      .reduce((sum, lines) => sum + lines, 0);
    const hidden = lineCounts.filter(([address]) => isLocal(address)).reduce((sum, [, lines]) => sum + lines, 0);
    return [
      ...(lineCounts.length < maxAddresses && top > total * 0.95 ? (['shared_addresses'] as const) : []),
      ...(hidden > total * 0.95 ? (['private_addresses'] as const) : []),
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
