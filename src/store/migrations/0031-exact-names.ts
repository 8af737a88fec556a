import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Names of a website that match only alone and in their exact case; domains that are not suggested as rivals again
 * (JSON lists of text); and an index of the newest answers of a workspace, which show whose a name is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['exact_names', 'settled_domains']) {
    await sql.raw(`ALTER TABLE websites ADD COLUMN ${column} TEXT NOT NULL DEFAULT '[]'`).execute(db);
  }
  await sql
    .raw(
      `CREATE INDEX runs_answers ON runs (workspace_id, surface, created_at, id)
       WHERE kind = 'keyword' AND status = 'completed'`,
    )
    .execute(db);
}
