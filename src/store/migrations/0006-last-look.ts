import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What the last look for a website's token saw, and when: JSON, null before the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE websites ADD COLUMN last_look TEXT').execute(db);
}
