import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { whyNoBrowser } from '../providers/capture/chromium.ts';
import { findMailFault } from '../providers/messages/mailSender.ts';
import { plainMessage } from '../providers/plainMessage.ts';
import { type OpenDatabase, openDatabase } from '../store/database/open.ts';
import type { Db } from '../store/database/transaction.ts';
import { isMigrated, newerMigrations, newerSchemaText } from '../store/migrate.ts';
import { findOpenFence, knownIds } from '../store/operator/restoreFences.ts';
import { type Config, chromiumOf, mcpReachable, readConfig } from './config.ts';
import { describedEngines } from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import { buildSeoProvider } from './configuredProviders.ts';
import { buildSpills } from './configuredSpill.ts';
import { misspeltSettings } from './misspeltSettings.ts';
import { locationOf } from './openStores.ts';
import { readOwnPrices } from './ownPrices.ts';
import { publicAddressOf } from './publicUrl.ts';
import { systemRuntime } from './systemRuntime.ts';

/** `failed`: it does not work. `warning`: it works, but the operator should check it. `skipped`: nothing to check. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'failed' | 'skipped'; message: string };

type Judged = Omit<Finding, 'check'>;

const ok = (message: string): Judged => ({ state: 'ok', message });
const warning = (message: string): Judged => ({ state: 'warning', message });
const failed = (message: string): Judged => ({ state: 'failed', message });
const skipped = (message: string): Judged => ({ state: 'skipped', message });

const waitMs = 10_000;
const maxClockGapMs = 10_000;
const fewBytes = 1_000_000_000;
const tooFewBytes = 100_000_000;

/**
 * Checks everything that a server needs. Buys nothing, changes nothing, and prints no secrets. Every check has a time
 * limit.
 */
export async function examine(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const secrets = secretsOf(environment);
  const note = async (check: string, look: () => Judged | Promise<Judged>): Promise<void> => {
    const judged = await Promise.resolve()
      .then(look)
      .catch((cause: unknown) => failed(cause instanceof Error ? cause.message : String(cause)));
    findings.push({ check, state: judged.state, message: plainMessage(judged.message, secrets) });
  };
  let config: Config | null = null;
  await note('configuration', () => {
    const read = readConfig(environment);
    readOwnPrices(read.PRICES_FILE);
    config = read;
    return ok('every variable that is set can be used');
  });
  await note('settings', () => {
    const misspelt = misspeltSettings(environment).map(({ name, nearest }) => `${name} (did you mean ${nearest}?)`);
    return misspelt.length === 0 ? ok('none looks misspelt') : warning(`ignored: ${misspelt.join(', ')}`);
  });
  if (config === null) return findings;
  const input: Config = config;
  await note('data directory', () => checkDataDirectory(input));
  await note('disk', () => checkDiskSpace(input));
  await checkDatabaseState(input, note);
  await checkProviders(input, note);
  await note('mail', () => checkMail(input));
  await note('clock', () => checkClock(input));
  await note('evidence', async () => {
    if (input.EVIDENCE_URL === undefined && !existsSync(resolve(input.DATA_DIR))) {
      return skipped('the first start creates its folder');
    }
    await evidenceStoreOf(input).tryOut();
    return ok('a file was written, read back and deleted');
  });
  await note('public address', () => checkPublicAddress(input));
  await note('browser', () => checkBrowser(input));
  return findings;
}

type Note = (check: string, look: () => Judged | Promise<Judged>) => Promise<void>;

/** Returns the values that no message may quote, by variable name, including secrets inside addresses. */
function secretsOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === '') return [];
    if (/KEY|SECRET|PASSWORD|TOKEN|LOGIN/.test(name)) return [value];
    const url = URL.parse(value);
    return url === null || url.password === '' ? [] : [value, url.password, decodeURIComponent(url.password)];
  });
}

async function checkDataDirectory(config: Config): Promise<Judged> {
  const directory = resolve(config.DATA_DIR);
  const place = existsSync(directory) ? directory : nearestFolder(directory);
  try {
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return failed(`DATA_DIR: ${place} cannot be written by this user`);
  }
  return place === directory ? ok(`${directory} can be written`) : ok(`${directory} is created by the first start`);
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

async function checkDiskSpace(config: Config): Promise<Judged> {
  const { bavail, bsize } = await statfs(nearestFolder(resolve(config.DATA_DIR)));
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB free where DATA_DIR is`;
  if (free < tooFewBytes) return failed(`${message}; receipts of paid work may not fit`);
  return free < fewBytes ? warning(message) : ok(message);
}

async function checkDatabaseState(config: Config, note: Note): Promise<void> {
  const location = locationOf(config);
  if (location.databaseKind === 'sqlite' && !existsSync(location.path)) {
    await note('database', () => skipped('none yet; the first start creates it'));
    return;
  }
  let database: OpenDatabase | null = null;
  await note('database', async () => {
    database = await openDatabase(location.databaseKind === 'postgres' ? { ...location, bounded: true } : location);
    await sql`select 1`.execute(database.db);
    return ok(
      location.databaseKind === 'sqlite' ? `${location.path} opens and syncs every commit` : 'PostgreSQL answers',
    );
  });
  // Assigned inside the check, which the compiler does not track.
  const opened = database as OpenDatabase | null;
  if (opened === null) return;
  try {
    const { db } = opened;
    let current = false;
    await note('migrations', async () => {
      const newer = await newerMigrations(db);
      if (newer.length > 0) return failed(newerSchemaText(newer));
      current = await isMigrated(db);
      return current
        ? ok('the schema is up to date')
        : failed('the schema has another version; run `sightline migrate`');
    });
    if (!current) return;
    await note('restore', async () => {
      const fence = await findOpenFence(db);
      if (fence === null) return ok('no restore is pending');
      return failed(
        `the state of ${fence.since} was restored, so purchases are refused; run \`sightline reconcile-restore\``,
      );
    });
    await note('spill', () => checkSpill(config, db));
    if (location.databaseKind === 'postgres') await note('clock of the database', () => checkDatabaseClock(db));
  } finally {
    await opened.close();
  }
}

async function checkSpill(config: Config, db: Db): Promise<Judged> {
  const { spill, seoSpill } = buildSpills(config);
  const runIds = (await spill.list()).map(({ runId }) => runId);
  const reportIds = (await seoSpill.list()).map(({ reportId }) => reportId);
  const total = runIds.length + reportIds.length;
  if (total === 0) return ok('no receipt waits on the disk');
  const unknown =
    runIds.length +
    reportIds.length -
    (await knownIds(db, 'runs', runIds)).size -
    (await knownIds(db, 'seo_reports', reportIds)).size;
  if (unknown > 0)
    return warning(`${total} receipts wait on the disk, ${unknown} of runs that the database does not know`);
  return warning(`${total} receipts wait on the disk; a running server saves them`);
}

async function checkDatabaseClock(db: Db): Promise<Judged> {
  const { rows } = await sql<{ at: string | Date }>`select clock_timestamp() as at`.execute(db);
  return judgeClock(new Date(rows[0]?.at ?? 0).getTime(), 'the database');
}

function judgeClock(theirs: number, whose: string, roundedMs = 0): Judged {
  const gapMs = Math.abs(systemRuntime.now() - theirs);
  const message = `${(gapMs / 1000).toFixed(1)} s apart from ${whose}`;
  return gapMs > maxClockGapMs + roundedMs ? warning(`${message}; synchronise both with NTP`) : ok(message);
}

/** Returns the addresses of the providers in use: their replies include the time. */
function askedAddresses(config: Config): string[] {
  return [
    ...(config.OPENAI_API_KEY === undefined ? [] : [config.OPENAI_BASE_URL ?? 'https://api.openai.com/v1']),
    ...(config.DATAFORSEO_LOGIN === undefined ? [] : [config.DATAFORSEO_BASE_URL ?? 'https://api.dataforseo.com']),
  ];
}

async function checkClock(config: Config): Promise<Judged> {
  for (const address of askedAddresses(config)) {
    // No credentials and no work: only the Date header of any reply.
    const reply = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(waitMs) }).catch(() => null);
    const date = Date.parse(reply?.headers.get('date') ?? '');
    if (!Number.isNaN(date)) return judgeClock(date, new URL(address).host, 1_000);
  }
  return skipped('no provider was asked for its time');
}

async function checkProviders(config: Config, note: Note): Promise<void> {
  let engines: ReturnType<typeof describedEngines> | null = null;
  await note('engines', () => {
    engines = describedEngines(config, pino({ level: 'silent' }));
    return ok(`on: ${engines.all.map(({ id }) => id).join(', ')}`);
  });
  const configured = engines as ReturnType<typeof describedEngines> | null;
  for (const engine of configured?.all ?? []) {
    await note(`engine ${engine.id}`, async () => {
      if (engine.simulated) return ok('simulated: no costs and no measurements');
      const reader = configured?.of({ engine: engine.id })?.reader;
      if (reader === undefined) return failed('it has no credentials');
      if (reader.probe !== undefined) {
        const { ok: works, message } = await reader.probe();
        return works ? ok(message) : failed(message);
      }
      // Reading a task that does not exist is free, and proves that the address and the key are right.
      const look = await reader.retrieve({ sessionId: null, taskId: 'sightline_doctor' });
      return look.kind === 'unavailable' ? failed(look.cause) : ok('it answers and accepts the credentials');
    });
  }
  await note('SEO provider', async () => {
    const seo = buildSeoProvider(config, null);
    if (seo.simulated) return ok('simulated: no costs and no measurements');
    const now = systemRuntime.now();
    const [since, until] = [now - 60_000, now - 1_000].map((time) => new Date(time).toISOString());
    const list = await seo.listCalls(['domain_rank_overview'], since ?? '', until ?? '');
    return list.kind === 'listed' ? ok('it answers and accepts the credentials') : failed(list.cause);
  });
}

async function checkMail({ SMTP_URL, MAIL_FROM = '' }: Config): Promise<Judged> {
  if (SMTP_URL === undefined) return skipped('SMTP_URL is not set, so nothing is sent by email');
  const fault = await findMailFault({ url: SMTP_URL, from: MAIL_FROM }, waitMs);
  return fault === null ? ok('the mail server accepts the connection') : failed(fault);
}

async function checkPublicAddress(config: Config): Promise<Judged> {
  const address = publicAddressOf(config);
  const reachable = mcpReachable(config, address);
  const note = reachable
    ? ''
    : '; no engine can reach the MCP endpoint there (useSeoTools needs a public https address)';
  if (config.publicBaseUrl === null) return warning(`PUBLIC_BASE_URL is unset: ${address}${note}`);
  const reply = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(waitMs) }).catch(
    (cause: unknown) => cause,
  );
  if (!(reply instanceof Response))
    return warning(`${address} does not answer from here; is the server running?${note}`);
  if (!reply.ok) return failed(`${address}/healthz answers ${reply.status}${note}`);
  return reachable ? ok(`${address} answers`) : warning(`${address} answers${note}`);
}

function checkBrowser(config: Config): Judged {
  const why = whyNoBrowser(chromiumOf(config));
  if (why === null) return ok('pages are rendered');
  return warning(`website checks render no page (${why})`);
}
