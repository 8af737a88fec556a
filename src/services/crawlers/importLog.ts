import { createHash } from 'node:crypto';
import { addressMatcher } from '../../domain/crawlers/addressList.ts';
import { agentReader, isSharedList, signingBot } from '../../domain/crawlers/claimedBot.ts';
import type { LogFormat, LogOptions } from '../../domain/crawlers/logEntry.ts';
import { detectedLines, detectLogFormat, logFormats } from '../../domain/crawlers/logFormats.ts';
import {
  type LogImport,
  type LogNote,
  type LogSource,
  logReaderVersion,
  maxUnreadableShare,
  noCounts,
} from '../../domain/crawlers/logImport.ts';
import { hourOf, LogTally, type PendingRequest } from '../../domain/crawlers/logTally.ts';
import { judgeClaim, type KnownList } from '../../domain/crawlers/verdict.ts';
import { isDirectory } from '../../domain/crawlers/webBotAuth.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { registrableDomain } from '../../domain/urls/siteDomain.ts';
import { type AddressListRow, confirmAddressLists, listAddressLists } from '../../store/crawlers/addressLists.ts';
import { mergeIntoDay } from '../../store/crawlers/logDrains.ts';
import {
  completeLogImport,
  deleteLogImport,
  findImportByDigest,
  findOpenImports,
  type ImportPlace,
  insertCounted,
  insertLogImport,
  rememberLines,
  renewLogImport,
  saltsOfDays,
  withdrawDisproofs,
} from '../../store/crawlers/logImports.ts';
import { findLogSource } from '../../store/crawlers/logSources.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type AppContext, type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { openLogLines } from './logLines.ts';
import { ReverseLookups } from './reverseLookups.ts';
import { shortenAddresses } from './shortenAddresses.ts';
import { signatureVerifier } from './signatureKeys.ts';

/** An import whose process wrote nothing for so long has died; what it saved is removed. */
const importLeaseMs = 60_000;
/** Requests whose lines are compared in one statement. */
const requestsAtOnce = 2_000;
const rowsInMemory = 20_000;
const dayMs = 24 * 60 * 60 * 1000;

type LogInput = {
  sourceId: string;
  name: string;
  body: AsyncIterable<Uint8Array>;
  /** Time of a delivery, which is added to the import of its day; null for a file. */
  receivedAtMs?: number | null;
};

/** A member, or the drain that a vendor sends to. */
type LogImporter = AppContext & { principal: Pick<Ctx['principal'], 'workspaceId' | 'accountEmail'> };

/**
 * Reads one log of a source and counts its crawlers and assistant visits. Lines are read once: a line that the source
 * delivered before counts as a duplicate, and so does a whole file. All of it counts, or nothing does.
 * @throws not_found, invalid_request naming `body`, owner_active_elsewhere while another log of the source is read
 */
export async function importLog(
  ctx: LogImporter,
  { sourceId, name, body, receivedAtMs = null }: LogInput,
): Promise<{ import: LogImport; isRepeated: boolean }> {
  const { workspaceId, accountEmail } = ctx.principal;
  const source = await findLogSource(ctx.db, workspaceId, sourceId);
  const website = source === null ? null : await findWebsite(ctx.db, workspaceId, source.websiteId);
  if (source === null || website === null) throw notFound('source');
  await clearDeadImports(ctx, source.id);
  await shortenAddresses(ctx);
  const started: LogImport = {
    id: ctx.runtime.newId('log'),
    sourceId,
    websiteId: source.websiteId,
    name,
    digest: '',
    bytes: 0,
    format: source.format ?? '',
    reader: logReaderVersion,
    firstAt: null,
    lastAt: null,
    counts: noCounts,
    notes: [],
    importedAt: nowIso(ctx),
    importedBy: accountEmail,
  };
  await insertLogImport(ctx.db, workspaceId, started, steadyIso(ctx));
  try {
    return await readLog(ctx, { source, domain: website.domain, started, body, receivedAtMs });
  } catch (cause) {
    await inTransaction(ctx.db, (tx) => deleteLogImport(tx, started.id));
    throw cause;
  }
}

/** @throws owner_active_elsewhere while another process reads a log of this source */
async function clearDeadImports(ctx: LogImporter, sourceId: string): Promise<void> {
  for (const { id, renewedAt } of await findOpenImports(ctx.db, sourceId)) {
    if (renewedAt > steadyIso(ctx, -importLeaseMs)) {
      throw new AppError('owner_active_elsewhere', 'Another log of this source is being imported. Wait for its end.', {
        retry: 'after_seconds',
        retryAfterSeconds: 15,
      });
    }
    await inTransaction(ctx.db, (tx) => deleteLogImport(tx, id));
  }
}

type Reading = Required<Omit<LogInput, 'sourceId' | 'name'>> & {
  source: LogSource;
  domain: string;
  started: LogImport;
};

async function readLog(
  ctx: LogImporter,
  { source, domain, started, body, receivedAtMs }: Reading,
): Promise<{ import: LogImport; isRepeated: boolean }> {
  const { workspaceId } = ctx.principal;
  const lists = await listAddressLists(ctx.db, workspaceId);
  const lookups = ctx.settings.looksUpNames ? new ReverseLookups(ctx) : null;
  const tally = tallyFor(ctx, { domain, source, saved: lists, lookups });
  const place: ImportPlace = { importId: started.id, sourceId: source.id, websiteId: source.websiteId };
  const options: LogOptions = { captures: source.captures, mapping: source.mapping, receivedAtMs };
  const log = openLogLines(body);
  const writer = new CountedWriter(ctx, place, { tally, lookups, keepDays: source.keepDays });
  let read: ReturnType<LogFormat['open']> | null = null;
  let format = source.format;
  let waiting: (string | null)[] = [];
  // Most lines count at once: only a request that may be a repetition waits for the database.
  const readLine = (line: string | null): Promise<void> | null => {
    const request = tally.take(line ?? '', line === null ? null : (read?.(line) ?? null));
    return request === null ? null : writer.add(request);
  };
  const begin = async (): Promise<void> => {
    const picked = chooseFormat(format, waiting, options);
    format = picked.id;
    read = picked.open(options);
    for (const line of waiting) await readLine(line);
    waiting = [];
  };
  for await (const lines of log.batches) {
    for (const line of lines) {
      if (read !== null) {
        const added = readLine(line);
        if (added !== null) await added;
      } else if (waiting.push(line) >= detectedLines) await begin();
    }
    await writer.flushIfLarge();
  }
  if (read === null) await begin();
  await writer.finish();
  const repeated = await findImportByDigest(ctx.db, source.id, log.digest());
  if (repeated !== null) {
    await inTransaction(ctx.db, (tx) => deleteLogImport(tx, started.id));
    return { import: repeated, isRepeated: true };
  }
  assertReadable(tally);
  const notes: LogNote[] = [...tally.notes(), ...(lists.length === 0 ? (['no_address_lists'] as const) : [])];
  const finished: LogImport = {
    ...started,
    digest: log.digest(),
    bytes: log.bytes(),
    format: format ?? '',
    firstAt: tally.firstMs === null ? null : new Date(tally.firstMs).toISOString(),
    lastAt: tally.lastMs === null ? null : new Date(tally.lastMs).toISOString(),
    counts: { ...tally.counts },
    notes,
  };
  const saved = await inTransaction(ctx.db, async (tx) => {
    await insertCounted(tx, place, { hours: [], bots: [], claims: [], visits: tally.visits() }, '');
    // Addresses of a proxy disprove no claim.
    if (tally.notes().length > 0) await withdrawDisproofs(tx, started.id);
    await confirmAddressLists(tx, workspaceId, [...writer.confirmed], nowIso(ctx));
    await completeLogImport(tx, finished);
    return receivedAtMs === null ? finished : ((await mergeIntoDay(tx, workspaceId, finished)) ?? finished);
  });
  return { import: saved, isRepeated: false };
}

function chooseFormat(named: string | null, lines: readonly (string | null)[], options: LogOptions): LogFormat {
  const namedFormat = logFormats.find(({ id }) => id === named);
  if (namedFormat !== undefined) return namedFormat;
  const readable = lines.filter((line) => line !== null);
  if (readable.length === 0) throw invalidField('body', 'has no line that can be read');
  const detection = detectLogFormat(readable, options);
  if ('format' in detection) return detection.format;
  const at = detection.line === null ? '' : ` (line ${detection.line})`;
  throw invalidField('body', `${detection.refusal}${at}`);
}

/** @throws invalid_request where too many lines could not be read, so that a wrong format saves no wrong counts */
function assertReadable({ counts, firstUnreadable }: LogTally): void {
  const requests = counts.lines - counts.skipped;
  if (requests > 0 && counts.unreadable > requests * maxUnreadableShare) {
    throw invalidField(
      'body',
      `has ${counts.unreadable} of ${requests} lines that cannot be read (the first is line ${firstUnreadable}), more than 5 %; nothing was saved`,
    );
  }
  if (requests > 0 && counts.outOfRange === requests) {
    throw invalidField('body', 'holds only requests more than 400 days old or more than an hour ahead');
  }
}

const knownList = (row: { url: string; digest: string; readAt: string; prefixes: string[] }): KnownList => ({
  url: row.url,
  digest: row.digest,
  readAtMs: Date.parse(row.readAt),
  covers: addressMatcher(row.prefixes),
});

type TallyParts = {
  domain: string;
  source: LogSource;
  saved: readonly AddressListRow[];
  lookups: ReverseLookups | null;
};

function tallyFor(ctx: LogImporter, { domain, source, saved, lookups }: TallyParts): LogTally {
  const lists = saved.filter(({ url }) => !isDirectory(url)).map(knownList);
  // The newest reading alone counts: a key that is no longer published proves nothing.
  const directories = new Map(
    saved
      .filter(({ url }) => isDirectory(url))
      .toReversed()
      .map((row) => [row.url, row]),
  );
  const verifySignature = signatureVerifier([...directories.values()]);
  const isOwn = new Map<string, boolean>();
  return new LogTally({
    nowMs: ctx.runtime.now(),
    defaultHost: domain,
    isOwnHost: (host) => {
      const before = isOwn.get(host);
      if (before !== undefined) return before;
      const own = host === domain || registrableDomain(host) === domain;
      if (isOwn.size < 1_000) isOwn.set(host, own);
      return own;
    },
    readAgent: agentReader(),
    judge: (bot, entry) => {
      const { address, atMs, isVerifiedByCdn } = entry;
      const signature = bot.signatureAgents.length === 0 ? null : verifySignature(entry);
      const dns = lookups?.outcome(address, bot.reverseDns) ?? null;
      return judgeClaim({ bot, address, atMs, isVerifiedByCdn, signature, dns }, lists, isSharedList);
    },
    signedBy: (entry) => signingBot(verifySignature(entry)?.origin ?? ''),
    keepsAddresses: source.keepDays > 0,
  });
}

/** Writes what a tally has counted, and asks for each request whether its line is new. */
class CountedWriter {
  /** Digests of the lists that covered a claim. */
  readonly confirmed = new Set<string>();
  readonly #ctx: LogImporter;
  readonly #place: ImportPlace;
  readonly #tally: LogTally;
  readonly #lookups: ReverseLookups | null;
  readonly #fullUntil: string;
  readonly #salts = new Map<string, string>();
  /** Occurrences of each line in the current hour: equal lines may be several requests. */
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

  /** Null: nothing has to be waited for. */
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
    const fresh = await rememberLines(this.#ctx.db, this.#place, lines);
    await renewLogImport(this.#ctx.db, this.#place.importId, steadyIso(this.#ctx));
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
    // Not even a hash is made of a person's address.
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
    // The time is that of the delivery where lines have none.
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
