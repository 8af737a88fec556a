import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  `log_drains (source_id TEXT NOT NULL PRIMARY KEY REFERENCES log_sources(id),
   workspace_id TEXT NOT NULL REFERENCES organization(id), sealed TEXT NOT NULL, verify TEXT, created_at TEXT NOT NULL)`,
  `data_connections (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), kind TEXT NOT NULL, property TEXT NOT NULL, sealed TEXT NOT NULL,
   created_at TEXT NOT NULL, created_by TEXT NOT NULL, read_at TEXT, end_date TEXT)`,
];

/** Log drains of vendors, and connections to vendors that report figures. Secrets are encrypted. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) await sql.raw(`CREATE TABLE ${table}${strict}`).execute(db);
  await sql
    .raw('CREATE INDEX data_connections_of_website ON data_connections (workspace_id, website_id, created_at, id)')
    .execute(db);
}
