import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Owners' statements about names of other companies, saved separately from the answers. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE other_companies (id TEXT NOT NULL UNIQUE, workspace_id TEXT NOT NULL REFERENCES organization(id),
       website_id TEXT NOT NULL REFERENCES websites(id), form TEXT NOT NULL, name TEXT NOT NULL, domain TEXT NOT NULL,
       said_by TEXT NOT NULL, said_at TEXT NOT NULL, PRIMARY KEY (workspace_id, website_id, form))${strict}`,
    )
    .execute(db);
}
