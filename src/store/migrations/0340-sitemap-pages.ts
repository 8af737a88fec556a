import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Pages of each website's sitemap as of its newest check, with the last modification that the sitemap states. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE sitemap_pages (website_id TEXT NOT NULL REFERENCES websites(id), page TEXT NOT NULL,
       changed_at TEXT, read_at TEXT NOT NULL, PRIMARY KEY (website_id, page))${strict}`,
    )
    .execute(db);
}
