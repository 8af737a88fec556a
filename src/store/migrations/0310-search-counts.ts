import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Searches of engines, added up for each past UTC day and month. Derived from answers, so rows may be deleted. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const [blob, end] = engine === 'sqlite' ? ['BLOB', ' STRICT'] : ['BYTEA', ''];
  await sql
    .raw(
      `CREATE TABLE search_counts (workspace_id TEXT NOT NULL REFERENCES organization(id), website_id TEXT NOT NULL,
       surface TEXT NOT NULL, engine TEXT NOT NULL, start TEXT NOT NULL, stamp TEXT NOT NULL, counts TEXT NOT NULL,
       packed_counts ${blob}, PRIMARY KEY (workspace_id, website_id, surface, engine, start))${end}`,
    )
    .execute(db);
}
