import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { serverEnvironment, serverFlags } from '../scripts/prepare.mjs';
import { type Child, freePort, startNode, untilOk } from './childProcess.ts';
import { SkippedFigure } from './figure.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The built service in a child process, with its own database containing one owner, key, case and completed run. */
export type SeededService = {
  url: string;
  child: Child;
  env: Readonly<Record<string, string>>;
  cookie: string;
  key: string;
  caseId: string;
  runId: string;
  sqlitePath: string;
  databaseUrl: string;
  ask(path: string, asked?: EnsureRequest): Promise<{ status: number; body: any }>;
  /** Restarts the process on the same database; returns milliseconds until it was ready. */
  restart(env?: Readonly<Record<string, string>>): Promise<number>;
  close(): Promise<void>;
};

type EnsureRequest = { body?: unknown; headers?: Record<string, string> };

const main = fileURLToPath(new URL('../bin/sightline.mjs', import.meta.url));
const owner = { token: 'bench-setup-token', email: 'owner@example.com', password: 'a password for the bench' };
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Extra arguments for the node that runs the service, for example `--cpu-prof`. */
const nodeArguments = (process.env.BENCH_NODE_ARGS ?? '').split(' ').filter((text) => text !== '');

/**
 * @param entry the program to start instead of the built service
 * @throws SkippedFigure if PostgreSQL is required and none answers
 */
export async function startSeededService(
  engine: DatabaseKind,
  given: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
  entry = main,
): Promise<SeededService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const name = `sightline_bench_${randomBytes(6).toString('hex')}`;
  const databaseUrl = new URL(adminUrl);
  databaseUrl.pathname = `/${name}`;
  if (engine === 'postgres') await onPostgres(adminUrl, `CREATE DATABASE ${name}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const base: Record<string, string> = {
    ...serverEnvironment,
    DATA_DIR: dataDir,
    PORT: String(port),
    SETUP_TOKEN: owner.token,
    REQUESTS_PER_MINUTE: '10000000',
    ACTIVE_RUNS_PER_OWNER: '1000000',
    RUNS_PER_DAY_PER_OWNER: '10000000',
    LOG_LEVEL: 'error',
    ...(engine === 'postgres' ? { DATABASE_URL: databaseUrl.href } : {}),
    ...given,
  };
  const start = (env: Readonly<Record<string, string>>): Child =>
    startNode([...serverFlags, ...nodeArguments, ...flags, entry, 'serve'], env);
  const service: SeededService = {
    url,
    child: start(base),
    env: base,
    cookie: '',
    key: '',
    caseId: '',
    runId: '',
    sqlitePath: join(dataDir, 'sightline.sqlite'),
    databaseUrl: databaseUrl.href,
    ask: (path, asked) => ask(url, path, asked),
    async restart(env = {}) {
      await service.child.stop();
      service.child = start({ ...base, ...env });
      return untilOk(service.child, `${url}/readyz`);
    },
    async close() {
      await service.child.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (engine === 'postgres') await onPostgres(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
  try {
    await untilOk(service.child, `${url}/readyz`);
    await seed(service);
    return service;
  } catch (cause) {
    await service.close();
    throw cause;
  }
}

async function ask(url: string, path: string, asked: EnsureRequest = {}): Promise<{ status: number; body: any }> {
  const init: RequestInit = { headers: { ...asked.headers } };
  if (asked.body !== undefined) {
    init.method = 'POST';
    init.body = JSON.stringify(asked.body);
    init.headers = { 'content-type': 'application/json', ...asked.headers };
  }
  const answer = await fetch(url + path, init);
  const text = await answer.text();
  const body = text === '' ? null : JSON.parse(text);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return { status: answer.status, body };
}

async function seed(service: SeededService): Promise<void> {
  const set = await fetch(`${service.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
  service.cookie = set.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie: service.cookie };
  const made = async (path: string, body: unknown) => (await service.ask(`/api/v2${path}`, { headers, body })).body;
  service.key = (await made('/keys', { name: 'bench', permissions: ['read', 'evaluate', 'seo'] })).secret;
  const { site } = await made('/sites', { url: 'https://www.bench-lamps.example/', name: 'Bench Lamps' });
  const asked = { query: 'Which shop sells good lamps for a small office?', websiteId: site.id };
  service.caseId = (await made('/benchmark-cases', asked)).case.id;
  const started = await ensure(service, service.caseId, 'bench-seed-1');
  service.runId = started.run.id;
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await service.ask(`/api/v1/runs/keyword/${service.runId}`, { headers: bearer(service) });
    if (body.run.status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the seeded run did not complete');
}

export function bearer(service: Pick<SeededService, 'key'>): Record<string, string> {
  return { authorization: `Bearer ${service.key}` };
}

export async function ensure(service: SeededService, caseId: string, idempotencyKey: string): Promise<any> {
  const headers = { ...bearer(service), 'idempotency-key': idempotencyKey };
  const body = { kind: 'keyword', caseId, maxAgeSeconds: 0 };
  return (await service.ask('/api/v1/observations/ensure', { headers, body })).body;
}

/** Times of the copies: earlier than the seeded run, and spread over days, in SQL that both databases know. */
const earlier = "'2025-01-0' || (1 + n.i % 9) || 'T00:00:0' || (n.i % 7) || '.' || (100 + n.i % 899) || 'Z'";
const spread: Readonly<Record<string, string>> = { created_at: earlier, observed_at: earlier, updated_at: earlier };

/**
 * Fills the tables with copies of the seeded run and its result, so that indexes matter; returns their ids. The first
 * `answered` belong to the questions that `addCases` saves.
 */
export async function addHistory(service: SeededService, copies: number, answered = 0): Promise<string[]> {
  const changed = {
    ...spread,
    target_id: `case when n.i <= ${answered} then t.target_id || '_' || n.i else t.target_id end`,
  };
  await addCopies(service, 'runs', { id: 'id', of: service.runId, copies, changed });
  await addCopies(service, 'run_results', { id: 'run_id', of: service.runId, copies, changed: spread });
  return copyIds(service.runId, copies);
}

function copyIds(id: string, copies: number): string[] {
  return Array.from({ length: copies }, (_none, at) => `${id}_${at + 1}`);
}

/** Makes a further key that may read and ask. */
export async function makeKey({ cookie, ask }: SeededService, name: string): Promise<string> {
  const body = { name, permissions: ['read', 'evaluate'] };
  return (await ask('/api/v2/keys', { headers: { cookie }, body })).body.secret;
}

const caseChanges = { query: "t.query || ' ' || n.i", question_id: 't.question_id || n.i' };

/** Saves further questions and returns their ids. */
export async function addCases(service: SeededService, copies: number): Promise<string[]> {
  await addCopies(service, 'keyword_cases', { id: 'id', of: service.caseId, copies, changed: caseChanges });
  return copyIds(service.caseId, copies);
}

/** Questions of several owners, each with a workspace and a key, and each question with the key of its own. */
export type OwnedCase = { id: string; key: string };

/** Adds owners with a copy of the seeded workspace, and questions, which take the owners in turns. */
export async function addOwnedCases(service: SeededService, owners: number, copies: number): Promise<OwnedCase[]> {
  const keys: string[] = [];
  for (let at = 0; at < owners; at += 1) keys.push(await makeKey(service, `owner ${at}`));
  const [first] = await queryRows(
    service,
    `SELECT api_keys.workspace_id AS workspace, account_id AS account, website_id AS website FROM api_keys, keyword_cases
     WHERE keyword_cases.id = '${service.caseId}' AND api_keys.name = 'owner 0'`,
  );
  const { workspace, account, website } = first as Record<'workspace' | 'account' | 'website', string>;
  const numbered = (column: string, number = 'n.i') => `t.${column} || '_' || ${number}`;
  const times = { copies: owners };
  await addCopies(service, '"user"', { ...times, id: 'id', of: account, changed: { email: numbered('email') } });
  const ofOwner = { slug: numbered('slug'), ownerId: numbered('"ownerId"') };
  await addCopies(service, 'organization', { ...times, id: 'id', of: workspace, changed: ofOwner });
  const [member] = await queryRows(service, `SELECT id FROM member WHERE "organizationId" = '${workspace}'`);
  const places = { userId: numbered('"userId"'), organizationId: numbered('"organizationId"') };
  await addCopies(service, 'member', { ...times, id: 'id', of: String(member?.id), changed: places });
  await addCopies(service, 'websites', {
    ...times,
    id: 'id',
    of: website,
    changed: { workspace_id: numbered('workspace_id') },
  });
  for (let at = 0; at < owners; at += 1) {
    await queryRows(
      service,
      `UPDATE api_keys SET workspace_id = workspace_id || '_${at + 1}', account_id = account_id || '_${at + 1}'
       WHERE name = 'owner ${at}'`,
    );
  }
  const inTurn = `(1 + n.i % ${owners})`;
  const changed = {
    ...caseChanges,
    workspace_id: numbered('workspace_id', inTurn),
    website_id: numbered('website_id', inTurn),
  };
  await addCopies(service, 'keyword_cases', { id: 'id', of: service.caseId, copies, changed });
  return copyIds(service.caseId, copies).map((id, at) => ({ id, key: keys[(at + 1) % owners] ?? '' }));
}

/** Ends all runs, on a day long past, so that they do not affect the next measurement. */
export async function endRuns(service: SeededService): Promise<void> {
  await queryRows(
    service,
    "UPDATE runs SET active = 0, status = 'cancelled', due_at = NULL, created_at = '2025-01-01T00:00:00.000Z' WHERE active = 1",
  );
}

type Copies = { id: string; of: string; copies: number; changed: Readonly<Record<string, string>> };

/** Copies a row under new ids, with further changes. */
async function addCopies(service: SeededService, table: string, { id, of, copies, changed }: Copies): Promise<void> {
  const isEmbedded = service.env.DATABASE_URL === undefined;
  const name = table.replaceAll('"', '');
  const rows = await queryRows(
    service,
    isEmbedded
      ? `SELECT name FROM pragma_table_info('${name}')`
      : `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${name}' AND table_schema = 'public'`,
  );
  const columns = rows.map((row) => String(row.name));
  const copied = (column: string) => (column === id ? `t.${id} || '_' || n.i` : (changed[column] ?? `t."${column}"`));
  await queryRows(
    service,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})
     INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     SELECT ${columns.map(copied).join(', ')} FROM ${table} t, n WHERE t.${id} = '${of}'`,
  );
  if (!isEmbedded) await onPostgres(service.databaseUrl, 'ANALYZE');
}

/** Runs one statement past the service. */
async function queryRows(service: SeededService, text: string): Promise<Record<string, unknown>[]> {
  if (service.env.DATABASE_URL !== undefined) return onPostgres(service.databaseUrl, text);
  const database = new DatabaseSync(service.sqlitePath, { timeout: 10_000 });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

export async function onPostgres(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new SkippedFigure(`PostgreSQL does not answer at ${new URL(url).host}`, { cause });
  }
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
