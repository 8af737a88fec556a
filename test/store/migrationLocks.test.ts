import pg from 'pg';
import { expect, it } from 'vitest';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/open.ts';
import { createTestDatabase, onPostgres } from '../support/databases.ts';

/** Takes the newest migrations back as far as one that changes the tables of an answer. */
const earlier = `
  alter table raw_answers drop column packed_raw;
  alter table run_results drop column packed_result, drop column packed_facts, drop column packed_searches,
    drop column source_hosts;
  drop index runs_of_website, runs_newest_measured, runs_newest_simulated;
  create index runs_visibility on runs (workspace_id);
  drop table site_notes;
  delete from kysely_migration where name >= '0106';`;

const waiting = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

onPostgres('a migration beside a release that goes on answering', () => {
  it('waits for an answer that is being saved, and lets it be saved', async () => {
    const database = await createTestDatabase('postgres');
    const url = String(database.env.DATABASE_URL);
    const answering = new pg.Client({ connectionString: url });
    const watching = new pg.Client({ connectionString: url });
    const opened = await openDatabase({ databaseKind: 'postgres', url });
    try {
      await answering.connect();
      await watching.connect();
      await answering.query(earlier);
      await answering.query('begin');
      await answering.query('lock table runs in row exclusive mode');
      const migrated = migrateToLatest(opened.db, 'postgres');
      await expect
        .poll(async () => (await watching.query(waiting)).rowCount, {
          timeout: 10_000,
        })
        .toBeGreaterThan(0);
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
