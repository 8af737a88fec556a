import { type Kysely, sql } from 'kysely';

/** Who let agents that must ask begin rounds of a plan, of which revision, and until when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['grant_revision INTEGER', 'grant_until TEXT', 'grant_by TEXT']) {
    await sql.raw(`ALTER TABLE plans ADD COLUMN ${column}`).execute(db);
  }
}
