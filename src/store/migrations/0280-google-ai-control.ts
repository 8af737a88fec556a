import { type Kysely, sql } from 'kysely';

/** Owner's statement about Search Console's control for generative answers, as JSON with its author and time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE websites ADD COLUMN google_ai_control TEXT').execute(db);
}
