import { type Kysely, sql } from 'kysely';

/**
 * An engine's searches, saved with the reading. Questions saved before engines could be chosen now name the first
 * engine, so that declaring another one never changes what they ask.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE run_results ADD COLUMN searches TEXT').execute(db);
  // The settings are JSON text that this service wrote: an object, so they begin with a brace.
  await sql
    .raw(
      `UPDATE keyword_cases SET search = '{"engine":"openai","device":null,' || substr(search, 2) WHERE search NOT LIKE '%"engine":%'`,
    )
    .execute(db);
}
