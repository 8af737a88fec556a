import { type Kysely, sql } from 'kysely';

/**
 * Permission for agents to begin rounds of a plan without approval: the member who gave it, the revision, and its end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['grant_revision INTEGER', 'grant_until TEXT', 'grant_by TEXT']) {
    await sql.raw(`ALTER TABLE plans ADD COLUMN ${column}`).execute(db);
  }
}
