import { type Kysely, sql } from 'kysely';

/** Companies that the owner of a website declared as rivals (JSON list of domain and name). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE websites ADD COLUMN rivals TEXT NOT NULL DEFAULT '[]'").execute(db);
}
