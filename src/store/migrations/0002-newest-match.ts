import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Lets the newest matching run be read from the index alone: among equal observation times the id decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DROP INDEX runs_match').execute(db);
  await sql
    .raw('CREATE INDEX runs_match ON runs (workspace_id, target_id, harness_key, status, observed_at, id)')
    .execute(db);
}
