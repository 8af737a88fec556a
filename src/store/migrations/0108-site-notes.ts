import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Owners' notes about a day, such as a rewritten page: shown on the time axis, and used by no number. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE site_notes (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       website_id TEXT NOT NULL REFERENCES websites(id), day TEXT NOT NULL, text TEXT NOT NULL, said_by TEXT NOT NULL,
       said_at TEXT NOT NULL)${strict}`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX site_notes_days ON site_notes (workspace_id, website_id, day, id)').execute(db);
}
