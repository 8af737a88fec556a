import { type Kysely, sql } from 'kysely';

/**
 * What an engine searched for, beside the reading that found it. Questions saved before engines could be chosen ask the
 * first one: they name it from now on, so that another declared engine never changes what a saved question asks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE run_results ADD COLUMN searches TEXT').execute(db);
  // The settings are JSON text that this service wrote: an object that begins with its brace.
  await sql
    .raw(
      `UPDATE keyword_cases SET search = '{"engine":"openai","device":null,' || substr(search, 2) WHERE search NOT LIKE '%"engine":%'`,
    )
    .execute(db);
}
