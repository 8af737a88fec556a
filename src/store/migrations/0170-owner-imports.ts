import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  `owner_imports (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), state TEXT NOT NULL, renewed_at TEXT NOT NULL,
   kind TEXT NOT NULL, property TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, bytes BIGINT NOT NULL,
   parser TEXT NOT NULL, start_date TEXT, end_date TEXT, dimensions TEXT NOT NULL, counts TEXT NOT NULL,
   warnings TEXT NOT NULL, imported_at TEXT NOT NULL, imported_by TEXT NOT NULL)`,
  `owner_figures (import_id TEXT NOT NULL REFERENCES owner_imports(id), website_id TEXT NOT NULL,
   dimension TEXT NOT NULL, subject TEXT NOT NULL, page TEXT, detail TEXT NOT NULL, clicks BIGINT, impressions BIGINT,
   position REAL, citations BIGINT, visits BIGINT, views BIGINT, requests BIGINT)`,
];

const indexes = [
  'owner_imports_of_website ON owner_imports (workspace_id, website_id, imported_at, id)',
  'owner_imports_of_digest ON owner_imports (website_id, digest)',
  'owner_figures_of_import ON owner_figures (import_id, dimension)',
];

/** The owner's own data, imported from files of vendors. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) {
    const columns =
      engine === 'sqlite' ? table.replaceAll('BIGINT', 'INTEGER') : table.replaceAll('REAL', 'DOUBLE PRECISION');
    await sql.raw(`CREATE TABLE ${columns}${strict}`).execute(db);
  }
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
