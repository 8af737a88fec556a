import { type Kysely, sql } from 'kysely';

/** A lookup takes its place in the owner's hour by the steady count; its date stays what people read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE seo_reports ADD COLUMN counted_at TEXT NOT NULL DEFAULT ''`.execute(db);
  await sql`UPDATE seo_reports SET counted_at = requested_at`.execute(db);
  await sql`CREATE INDEX seo_reports_counted ON seo_reports (owner_id, counted_at)`.execute(db);
  await sql`DROP INDEX seo_reports_owner`.execute(db);
}
