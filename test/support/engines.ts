import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import type { Engine } from '../../src/store/open.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A database of a test's own, and how to be rid of it. */
export type TestDatabase = { engine: Engine; env: Record<string, string>; dataDir: string; drop(): Promise<void> };

async function admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const whyNoPostgres = await admin((client) => client.query('select 1')).then(
  () => null,
  (cause: unknown) => (cause instanceof Error ? cause.message || String(cause) : String(cause)),
);

/**
 * Memory instead of a disk where there is enough of it: the service syncs every commit, and no test cuts the power, so
 * that waiting for the disk would only be waiting. A killed process loses nothing in either place.
 */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1_000_000_000 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const scratch = scratchFolder();

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(scratch, 'sightline-test-'));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return { engine, dataDir, env: { DATA_DIR: dataDir }, drop: async () => removeDir() };
  }
  const name = `sightline_test_${randomBytes(8).toString('hex')}`;
  await admin(async (client) => {
    await client.query(`create database ${name}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    engine,
    dataDir,
    env: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    async drop() {
      await admin((client) => client.query(`drop database if exists ${name} with (force)`));
      removeDir();
    },
  };
}

/** The same tests on both databases. Without a PostgreSQL server its half is skipped, and says why. */
export function onEachEngine(name: string, body: (engine: Engine) => void): void {
  describe(`${name} (SQLite)`, () => body('sqlite'));
  if (whyNoPostgres === null) describe(`${name} (PostgreSQL)`, () => body('postgres'));
  else
    describe.skip(`${name} (PostgreSQL): skipped, no server at TEST_DATABASE_URL: ${whyNoPostgres}`, () =>
      body('postgres'));
}
