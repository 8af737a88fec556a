import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** How far captures under way are: a row for each, gone when it ends. Written beside the run, so that nobody is beaten. */
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
