import { type Kysely, sql } from 'kysely';

/**
 * The active runs of a match in the order in which they are read. Without the order in it SQLite took an index of all runs
 * of the question, and every ensure walked over its whole history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DROP INDEX runs_active_match').execute(db);
  await sql
    .raw(
      'CREATE INDEX runs_active_match ON runs (workspace_id, target_id, harness_key, created_at, id) WHERE active = 1',
    )
    .execute(db);
}
