import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import type { DatabaseKind } from '../../src/store/open.ts';
import { asAdmin, databaseUrl } from './postgresServer.ts';
import { mustSkip } from './require.ts';

/** A database of a test's own, and how to be rid of it. */
export type TestDatabase = {
  databaseKind: DatabaseKind;
  env: Record<string, string>;
  dataDir: string;
  drop(): Promise<void>;
};

const whyNoPostgres = await asAdmin((client) => client.query('select 1')).then(
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

/** With `schema: 'none'` a database that nobody has migrated; otherwise one that may have the newest schema already. */
export async function createTestDatabase(
  engine: DatabaseKind,
  { schema = 'newest' }: { schema?: 'newest' | 'none' } = {},
): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(scratch, 'sightline-test-'));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return { databaseKind: engine, dataDir, env: { DATA_DIR: dataDir }, drop: async () => removeDir() };
  }
  const name = `sightline_test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (client) => {
    // Given by the set-up of a run that has one.
    const template = schema === 'newest' ? (inject('postgresTemplate') ?? null) : null;
    await client.query(`create database ${name}${template === null ? '' : ` template ${template}`}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return {
    databaseKind: engine,
    dataDir,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(name) },
    async drop() {
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
      removeDir();
    },
  };
}

/** The same tests on both databases. */
export function onEachDatabase(name: string, body: (engine: DatabaseKind) => void): void {
  describe(`${name} (SQLite)`, () => body('sqlite'));
  onPostgres(name, () => body('postgres'));
}

/** What only several processes on one database can show. Without a PostgreSQL server it is skipped, and says why. */
export function onPostgres(name: string, body: () => void): void {
  if (!mustSkip('postgres', whyNoPostgres)) describe(`${name} (PostgreSQL)`, body);
  else describe.skip(`${name} (PostgreSQL): skipped, no server at TEST_DATABASE_URL: ${whyNoPostgres}`, body);
}
