import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Pages of the web app with their filters, saved under a name for every member of a workspace. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE saved_views (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       name TEXT NOT NULL, path TEXT NOT NULL, saved_by TEXT NOT NULL, saved_at TEXT NOT NULL)${strict}`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX saved_views_list ON saved_views (workspace_id, saved_at, id)').execute(db);
}
