import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Attempts of a paid SEO call that the provider refused before any work: a JSON list, oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE seo_calls ADD COLUMN refusals TEXT NOT NULL DEFAULT '[]'").execute(db);
}
