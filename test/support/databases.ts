import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, inject, onTestFinished } from 'vitest';
import type { DatabaseKind, Location } from '../../src/store/database/open.ts';
import { digestOf, emptyDatabase, endOtherConnections, fillDatabase } from './cleanDatabase.ts';
import { asAdmin, databaseUrl, withClient } from './postgresServer.ts';
import { mustSkip } from './require.ts';
import { scratch } from './scratch.ts';
import { inQuick } from './suites.ts';
import type { Templates } from './templates.ts';

export type { DatabaseKind } from '../../src/store/database/open.ts';

/** Database of one test, with a function to remove it. */
export type TestDatabase = {
  databaseKind: DatabaseKind;
  env: Record<string, string>;
  dataDir: string;
  /** Cookie of its owner's session, if there is one already. */
  cookie?: string | undefined;
  drop(): Promise<void>;
};

const whyNoPostgres = await asAdmin((client) => client.query('select 1')).then(
  () => null,
  (cause: unknown) => (cause instanceof Error ? cause.message || String(cause) : String(cause)),
);

export type DatabaseOptions = {
  /** `none`: without any migration. */
  schema?: 'newest' | 'none';
  /** With an owner who has just signed in, if the run has such a database. */
  owned?: boolean;
  /** True if files and statistics of earlier tests would disturb. */
  unused?: boolean;
};

/** Emptied PostgreSQL databases of earlier tests in this process. */
const left: string[] = [];

/** Creates a database with the newest schema; on PostgreSQL, possibly one that an earlier test has used and emptied. */
export async function createTestDatabase(engine: DatabaseKind, options: DatabaseOptions = {}): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(scratch, 'sightline-test-'));
  const env = { DATA_DIR: dataDir };
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  // Provided by the set-up of the run, to projects that have one.
  const templates = options.schema === 'none' ? null : (inject('templates') ?? null);
  const owned = options.owned === true ? templates : null;
  if (owned !== null) copyFileSync(owned.secretFile, join(dataDir, 'session-secret'));
  if (engine === 'sqlite') {
    const cookie = templates === null ? undefined : copySqlite(templates.sqlite, dataDir, owned !== null);
    return { databaseKind: engine, dataDir, env, cookie, drop: async () => removeDir() };
  }
  const template = templates?.postgres ?? null;
  const name =
    (template === null || options.unused === true ? undefined : left.pop()) ??
    (await createDatabase(templates?.prefix ?? 'sightline_test_', template));
  const url = databaseUrl(name);
  if (template !== null && owned !== null) {
    await withClient(url, async (client) => {
      await fillDatabase(client, template.owned);
      await client.query(signInNow, timesOfSession());
    });
  }
  return {
    databaseKind: engine,
    dataDir,
    env: { ...env, DATABASE_URL: url },
    cookie: owned === null ? undefined : template?.cookie,
    async drop() {
      removeDir();
      if (template !== null && (await emptied(url, template))) left.push(name);
      else await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Returns where this database is, for reading it without a service. */
export function locationOf({ databaseKind, dataDir, env }: TestDatabase): Location {
  return databaseKind === 'sqlite'
    ? { databaseKind, path: join(dataDir, 'sightline.sqlite') }
    : { databaseKind, url: String(env.DATABASE_URL), poolSize: 2 };
}

/** Creates a database that is removed when the test ends. */
export async function databaseForTest(...given: Parameters<typeof createTestDatabase>): Promise<TestDatabase> {
  const database = await createTestDatabase(...given);
  onTestFinished(() => database.drop());
  return database;
}

const signInNow = 'update session set "createdAt" = $1, "updatedAt" = $1, "expiresAt" = $2';

/** Returns times that make the template's session look just created: its owner signed in when the run began. */
function timesOfSession(): [string, string] {
  const now = Date.now();
  return [new Date(now).toISOString(), new Date(now + 14 * 86_400_000).toISOString()];
}

function copySqlite(template: Templates['sqlite'], dataDir: string, owned: boolean): string | undefined {
  const path = join(dataDir, 'sightline.sqlite');
  copyFileSync(join(owned ? template.owned : template.newest, 'sightline.sqlite'), path);
  if (!owned) return undefined;
  const [now, expires] = timesOfSession();
  const file = new DatabaseSync(path);
  file.prepare(signInNow.replaceAll('$', '?')).run(now, expires);
  file.close();
  return template.cookie;
}

async function createDatabase(prefix: string, template: Templates['postgres']): Promise<string> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  await asAdmin(async (client) => {
    await client.query(`create database ${name}${template === null ? '' : ` template ${template.name}`}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return name;
}

/** Empties the database. Returns true if only its rows had been changed; false if a test has made it unreachable. */
async function emptied(url: string, { digest, newest }: NonNullable<Templates['postgres']>): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      await endOtherConnections(client);
      return (await digestOf(client)) === digest && (await emptyDatabase(client, newest));
    });
  } catch {
    return false;
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases of a project's tests; both if none is named. */
    databases: DatabaseKind[];
  }
}

/** Runs the same tests on both databases: the quick suite on SQLite, the long one on PostgreSQL. */
export function onEachDatabase(name: string, body: (engine: DatabaseKind) => void): void {
  onDatabases(inject('databases') ?? inQuick(['sqlite'], ['sqlite', 'postgres']), name, body);
}

/** Runs the same tests on both databases in either suite: for promises that PostgreSQL keeps in its own way. */
export function alwaysOnEachDatabase(name: string, body: (engine: DatabaseKind) => void): void {
  onDatabases(['sqlite', 'postgres'], name, body);
}

function onDatabases(kinds: readonly DatabaseKind[], name: string, body: (engine: DatabaseKind) => void): void {
  if (kinds.includes('sqlite')) describe(`${name} (SQLite)`, () => body('sqlite'));
  if (kinds.includes('postgres')) onPostgres(name, () => body('postgres'));
}

/**
 * Runs tests that require several processes on one database. Without a PostgreSQL server they are skipped, with the
 * reason.
 */
export function onPostgres(name: string, body: () => void): void {
  if (!mustSkip('postgres', whyNoPostgres)) describe(`${name} (PostgreSQL)`, body);
  else describe.skip(`${name} (PostgreSQL): skipped, no server at TEST_DATABASE_URL: ${whyNoPostgres}`, body);
}
