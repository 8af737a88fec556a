import { type Kysely, sql } from 'kysely';

/**
 * The runs and answers of one website, newest first, whatever else the workspace asks: without it a list of a quiet website
 * walked over the runs of all others. It takes the place of an index of attempts that `runs_history` serves since every
 * attempt names its engine.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX runs_of_website ON runs (workspace_id, website_id, created_at, id)').execute(db);
  await sql.raw('DROP INDEX runs_visibility').execute(db);
}
