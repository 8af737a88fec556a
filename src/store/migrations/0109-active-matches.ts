import { type Kysely, sql } from 'kysely';

/**
 * Index of the active runs of a match, in reading order. Without that order SQLite chose an index of all runs of the
 * question, so every ensure scanned its whole history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DROP INDEX runs_active_match').execute(db);
  await sql
    .raw(
      'CREATE INDEX runs_active_match ON runs (workspace_id, target_id, harness_key, created_at, id) WHERE active = 1',
    )
    .execute(db);
}
