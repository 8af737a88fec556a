import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Progress of running captures: one row each, deleted at the end. Separate from the run, so that a progress update
 * never causes a version conflict.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE capture_progress (
        run_id TEXT PRIMARY KEY REFERENCES runs (id),
        workspace_id TEXT NOT NULL,
        pages_read INTEGER NOT NULL,
        pages_planned INTEGER,
        page TEXT NOT NULL
      )`,
    )
    .execute(db);
}
