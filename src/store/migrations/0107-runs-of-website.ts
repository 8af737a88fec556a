import { type Kysely, sql } from 'kysely';

/**
 * Index of the runs and answers of one website, newest first. Without it, a list for a quiet website scanned the runs
 * of all others. It replaces an index of attempts, for which `runs_history` suffices since every attempt names its
 * engine.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX runs_of_website ON runs (workspace_id, website_id, created_at, id)').execute(db);
  await sql.raw('DROP INDEX runs_visibility').execute(db);
}
