import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Engine of a run. All answers saved until now came from the first one; a capture has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE runs ADD COLUMN engine TEXT').execute(db);
  await sql.raw("UPDATE runs SET engine = 'openai' WHERE kind = 'keyword'").execute(db);
}
