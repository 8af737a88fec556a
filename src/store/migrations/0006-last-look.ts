import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Result and time of the last check for a website's token: JSON, null before the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE websites ADD COLUMN last_look TEXT').execute(db);
}
