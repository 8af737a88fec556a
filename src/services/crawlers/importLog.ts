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
import { LogTally } from '../../domain/crawlers/logTally.ts';
import { judgeClaim, knownLists } from '../../domain/crawlers/verdict.ts';
import { isDirectory } from '../../domain/crawlers/webBotAuth.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import { recentMemory } from '../../domain/text/recentMemory.ts';
import { registrableDomain } from '../../domain/urls/siteDomain.ts';
import { addressLists, confirmAddressLists } from '../../store/crawlers/addressLists.ts';
import { clearFalseClaims, type ImportPlace, insertCounted, logImports } from '../../store/crawlers/logImports.ts';
import { mergeIntoDay } from '../../store/crawlers/logSources.ts';
import type { AddressListRow } from '../../store/crawlers/tables.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { nowIso } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';
import { CountedWriter } from './countedWriter.ts';
import { clearDeadImports, importVerbs, importWhole } from './importRecords.ts';
import { openLogLines } from './logLines.ts';
import { type LogImporter, readLogSource } from './logSources.ts';
import { ReverseLookups } from './reverseLookups.ts';
import { shortenAddresses } from './savedClaims.ts';
import { signatureVerifier } from './signatureKeys.ts';

export const { list: listLogImports, read: readLogImport, remove: removeLogImport } = importVerbs(logImports);

type LogInput = {
  sourceId: string;
  name: string;
  body: AsyncIterable<Uint8Array>;
  /** Time of a delivery, which is added to that day's import; null for a file. */
  receivedAtMs?: number | null;
};

/**
 * Reads one log of a source and counts its crawlers and assistant visits. A line that the source delivered before
 * counts as a duplicate, and so does a whole file. Either all of it counts, or nothing.
 * @throws not_found, invalid_request naming `body`, owner_active_elsewhere while another log of the source is read
 */
export async function importLog(
  ctx: LogImporter,
  { sourceId, name, body, receivedAtMs = null }: LogInput,
): Promise<{ import: LogImport; isRepeated: boolean }> {
  const source = await readLogSource(ctx, sourceId);
  const website = await readWebsite(ctx, source.websiteId);
  if (await clearDeadImports(ctx, logImports, 'source_id', source.id)) {
    const recovery = { retry: 'after_seconds', retryAfterSeconds: 15 } as const;
    const message = 'Another log of this source is being imported. Wait until it finishes.';
    throw new AppError('owner_active_elsewhere', message, recovery);
  }
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
    importedBy: ctx.principal.accountEmail,
  };
  return importWhole(ctx, logImports, started, () =>
    readLog(ctx, { source, domain: website.domain, started, body, receivedAtMs }),
  );
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
  const lists = await addressLists.list(ctx.db, workspaceId);
  const lookups = ctx.settings.looksUpNames ? new ReverseLookups(ctx) : null;
  const tally = tallyFor(ctx, { domain, source, saved: lists, lookups });
  const place: ImportPlace = { importId: started.id, sourceId: source.id, websiteId: source.websiteId };
  const options: LogOptions = { captures: source.captures, mapping: source.mapping, receivedAtMs };
  const log = openLogLines(body);
  const writer = new CountedWriter(ctx, place, { tally, lookups, keepDays: source.keepDays });
  let read: ReturnType<LogFormat['open']> | null = null;
  let format = source.format;
  let waiting: (string | null)[] = [];
  // Most lines are counted immediately: only a request that may be a repetition waits for the database.
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
  const repeated = await logImports.findSame(ctx.db, 'source_id', source.id, log.digest());
  if (repeated !== null) {
    await inTransaction(ctx.db, (tx) => logImports.removeWhole(tx, started.id));
    return { import: repeated, isRepeated: true };
  }
  assertReadable(tally, receivedAtMs === null);
  const notes: LogNote[] = [...tally.notes(), ...(lists.length === 0 ? (['no_address_lists'] as const) : [])];
  const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  const times = { firstAt: instantOf(tally.firstMs), lastAt: instantOf(tally.lastMs) };
  const ofFile = { digest: log.digest(), bytes: log.bytes(), format: format ?? '' };
  const finished: LogImport = { ...started, ...ofFile, ...times, counts: { ...tally.counts }, notes };
  const saved = await inTransaction(ctx.db, async (tx) => {
    await insertCounted(tx, place, { hours: [], bots: [], claims: [], visits: tally.visits() }, '');
    // Addresses of a proxy cannot disprove a claim.
    if (tally.notes().length > 0) await clearFalseClaims(tx, started.id);
    await confirmAddressLists(tx, workspaceId, [...writer.confirmed], nowIso(ctx));
    await logImports.complete(tx, finished);
    return receivedAtMs === null ? finished : ((await mergeIntoDay(tx, workspaceId, finished)) ?? finished);
  });
  return { import: saved, isRepeated: false };
}

function chooseFormat(named: string | null, lines: readonly (string | null)[], options: LogOptions): LogFormat {
  const namedFormat = logFormats.find(({ id }) => id === named);
  if (namedFormat !== undefined) return namedFormat;
  const readable = lines.filter((line) => line !== null);
  if (readable.length === 0) throw invalidField('body', 'has no readable line');
  const detection = detectLogFormat(readable, options);
  if ('format' in detection) return detection.format;
  const at = detection.line === null ? '' : ` (line ${detection.line})`;
  throw invalidField('body', `${detection.refusal}${at}`);
}

/** @throws invalid_request if too many lines are unreadable, so that a wrong format cannot save wrong counts */
function assertReadable({ counts, firstUnreadable, hasAgents }: LogTally, isFile: boolean): void {
  const requests = counts.lines - counts.skipped;
  if (requests > 0 && counts.unreadable > requests * maxUnreadableShare) {
    throw invalidField(
      'body',
      `has ${counts.unreadable} of ${requests} lines that cannot be read (the first is line ${firstUnreadable}), more than 5 %; nothing was saved`,
    );
  }
  if (requests > 0 && counts.outOfRange === requests) {
    throw invalidField('body', 'contains only requests more than 400 days old or more than an hour in the future');
  }
  // Without agents no crawler can be counted, which would look like none.
  if (isFile && counts.dropped >= detectedLines && !hasAgents) {
    throw invalidField('body', 'names no user agent in any line: configure the server to log the User-Agent header');
  }
}

type TallyParts = {
  domain: string;
  source: LogSource;
  saved: readonly AddressListRow[];
  lookups: ReverseLookups | null;
};

function tallyFor(ctx: LogImporter, { domain, source, saved, lookups }: TallyParts): LogTally {
  const lists = knownLists(saved);
  // Only the newest reading counts: a key that is no longer published proves nothing.
  const directories = new Map(
    saved
      .filter(({ url }) => isDirectory(url))
      .toReversed()
      .map((row) => [row.url, row]),
  );
  const verifySignature = signatureVerifier([...directories.values()]);
  const remember = recentMemory<{ isOwn: boolean }>(1_000);
  return new LogTally({
    nowMs: ctx.runtime.now(),
    defaultHost: domain,
    isOwnHost: (host) => remember(host, () => ({ isOwn: host === domain || registrableDomain(host) === domain })).isOwn,
    readAgent: agentReader(),
    judge: (bot, entry) => {
      const signature = bot.signatureAgents.length === 0 ? null : verifySignature(entry);
      const dns = lookups?.outcome(entry.address, bot.reverseDns) ?? null;
      return judgeClaim({ bot, ...entry, signature, dns }, lists, isSharedList);
    },
    signedBy: (entry) => signingBot(verifySignature(entry)?.origin ?? ''),
    keepsAddresses: source.keepDays > 0,
  });
}
