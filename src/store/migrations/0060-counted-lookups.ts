import { type Kysely, sql } from 'kysely';

/** Counts a lookup in the owner's hour by the steady clock; its date remains for display. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE seo_reports ADD COLUMN counted_at TEXT NOT NULL DEFAULT ''`.execute(db);
  await sql`UPDATE seo_reports SET counted_at = requested_at`.execute(db);
  await sql`CREATE INDEX seo_reports_counted ON seo_reports (owner_id, counted_at)`.execute(db);
  await sql`DROP INDEX seo_reports_owner`.execute(db);
}
