import { type Kysely, sql } from 'kysely';

/** Index of a website's attempts by UTC day and status, so that a history of months is counted without sorting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX runs_days ON runs
        (workspace_id, website_id, surface, engine, (substr(created_at, 1, 10)), status, updated_at, created_at, target_id)
        WHERE kind = 'keyword' AND search_mode = 'open-web'`,
    )
    .execute(db);
}
