import { createHash } from 'node:crypto';
import { hourOf, type LogTally, type PendingRequest } from '../../domain/crawlers/logTally.ts';
import {
  type ImportPlace,
  insertCounted,
  logImports,
  rememberLines,
  saltsOfDays,
} from '../../store/crawlers/logImports.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { nowIso, steadyIso } from '../appContext.ts';
import type { LogImporter } from './logSources.ts';
import type { ReverseLookups } from './reverseLookups.ts';

/** Number of requests whose lines are compared in one statement. */
const requestsAtOnce = 2_000;
const rowsInMemory = 20_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Writes the counts of a tally, and checks for each request whether its line is new. */
export class CountedWriter {
  /** Digests of the lists that have confirmed a claim. */
  readonly confirmed = new Set<string>();
  readonly #ctx: LogImporter;
  readonly #place: ImportPlace;
  readonly #tally: LogTally;
  readonly #lookups: ReverseLookups | null;
  readonly #fullUntil: string;
  readonly #salts = new Map<string, string>();
  /** Occurrences of each line in the current hour, because equal lines may be several requests. */
  #repeats = new Map<string, number>();
  #repeatsHour = '';
  #pending: PendingRequest[] = [];

  constructor(
    ctx: LogImporter,
    place: ImportPlace,
    { tally, lookups, keepDays }: { tally: LogTally; lookups: ReverseLookups | null; keepDays: number },
  ) {
    this.#lookups = lookups;
    this.#ctx = ctx;
    this.#place = place;
    this.#tally = tally;
    this.#fullUntil = nowIso(ctx, keepDays * dayMs);
  }

  /** @returns null if there is nothing to wait for */
  add(request: PendingRequest): Promise<void> | null {
    return this.#pending.push(request) >= requestsAtOnce ? this.#settle() : null;
  }

  async flushIfLarge(): Promise<void> {
    if (this.#tally.waiting >= rowsInMemory) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#settle();
    await this.#flush();
  }

  async #settle(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length === 0) return;
    const days = [...new Set(pending.map(({ entry }) => hourOf(entry.atMs).slice(0, 10)))];
    const unknown = days.filter((day) => !this.#salts.has(day));
    if (unknown.length > 0) {
      const make = (): string => Buffer.from(this.#ctx.runtime.randomBytes(16)).toString('base64url');
      const salts = await saltsOfDays(this.#ctx.db, this.#place.sourceId, unknown, make);
      for (const [day, salt] of salts) this.#salts.set(day, salt);
    }
    const lines = pending.map((request) => ({ request, ...this.#hashOf(request) }));
    // One commit for all of them, since each is synced to disk.
    const fresh = await inTransaction(this.#ctx.db, async (tx) => {
      await logImports.renew(tx, this.#place.importId, steadyIso(this.#ctx));
      return rememberLines(tx, this.#place, lines);
    });
    await this.#lookups?.look(
      lines.flatMap(({ request: { claim, entry } }) =>
        'token' in claim ? [{ address: entry.address, patterns: claim.reverseDns }] : [],
      ),
    );
    for (const { request, hash } of lines) {
      if (fresh.delete(hash)) this.#tally.count(request);
      else this.#tally.counts.duplicates += 1;
    }
  }

  #hashOf({ line: text, entry, claim }: PendingRequest): { day: string; hash: string } {
    const { atMs, host, method, target, status, userAgent, referer, requestId } = entry;
    // A person's address is not stored, not even as a hash.
    const line = 'assistant' in claim ? JSON.stringify([atMs, host, method, target, status, userAgent, referer]) : text;
    const hour = hourOf(entry.atMs);
    if (hour !== this.#repeatsHour) {
      this.#repeatsHour = hour;
      this.#repeats = new Map();
    }
    const repeat = this.#repeats.get(line) ?? 0;
    this.#repeats.set(line, repeat + 1);
    const day = hour.slice(0, 10);
    const salt = this.#salts.get(day) ?? '';
    // For lines without a time it is that of the delivery.
    const identity = requestId === null ? `${atMs}\n${repeat}\n${line}` : `id\n${requestId}`;
    return { day, hash: createHash('sha256').update(`${salt}\n${identity}`).digest('base64url').slice(0, 22) };
  }

  async #flush(): Promise<void> {
    const counted = this.#tally.takeOut();
    for (const { verdict, listDigest } of counted.bots) {
      if (listDigest !== null && (verdict === 'verified' || verdict === 'operator_only'))
        this.confirmed.add(listDigest);
    }
    await inTransaction(this.#ctx.db, (tx) =>
      insertCounted(tx, this.#place, { ...counted, visits: [] }, this.#fullUntil),
    );
  }
}
