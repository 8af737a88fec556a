import { type Kysely, sql } from 'kysely';

/** Key or connection that pays for a manual round; null: a person in the web app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE plan_rounds ADD COLUMN payer_key TEXT').execute(db);
}
