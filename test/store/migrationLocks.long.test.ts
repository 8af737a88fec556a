import { readdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database/open.ts';
import type { Db } from '../../src/store/database/transaction.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { createTestDatabase, onPostgres } from '../support/databases.ts';

/** Applies the migrations before `limit`, as the release before it did. */
async function migrateBefore(db: Db, limit: string): Promise<void> {
  const folder = new URL('../../src/store/migrations/', import.meta.url);
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.ts$/.test(name) && name < limit);
  const entries = names.map(async (name) => {
    const { up } = await import(new URL(name, folder).href);
    return [name.slice(0, -3), { up: (on: Kysely<unknown>) => up(on, 'postgres') }];
  });
  const migrations = Object.fromEntries(await Promise.all(entries));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

const waiting = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

onPostgres('a migration during the traffic of the previous release', () => {
  it('waits for an answer that is being saved, and lets it be saved', async () => {
    const database = await createTestDatabase('postgres', { schema: 'none' });
    const url = String(database.env.DATABASE_URL);
    const answering = new pg.Client({ connectionString: url });
    const watching = new pg.Client({ connectionString: url });
    const opened = await openDatabase({ databaseKind: 'postgres', url });
    try {
      await answering.connect();
      await watching.connect();
      await migrateBefore(opened.db, '0106');
      await answering.query('begin');
      await answering.query('lock table runs in row exclusive mode');
      const migrated = migrateToLatest(opened.db, 'postgres');
      await expect.poll(async () => (await watching.query(waiting)).rowCount).toBeGreaterThan(0);
      await answering.query('lock table raw_answers, run_results in row exclusive mode');
      await answering.query('commit');
      expect((await migrated).at(0)).toBe('0106-packed-texts');
    } finally {
      await answering.end();
      await watching.end();
      await opened.close();
      await database.drop();
    }
  });
});
