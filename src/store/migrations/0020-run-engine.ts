import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Which engine a run asks. All answers saved until now came from the first one; a capture asks none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE runs ADD COLUMN engine TEXT').execute(db);
  await sql.raw("UPDATE runs SET engine = 'openai' WHERE kind = 'keyword'").execute(db);
}
