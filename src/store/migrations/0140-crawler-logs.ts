import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  `log_sources (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), name TEXT NOT NULL, kind TEXT NOT NULL, format TEXT,
   captures TEXT NOT NULL, mapping TEXT NOT NULL, keep_days INTEGER NOT NULL, created_at TEXT NOT NULL,
   archived_at TEXT)`,
  `log_imports (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   source_id TEXT NOT NULL REFERENCES log_sources(id), website_id TEXT NOT NULL, state TEXT NOT NULL,
   renewed_at TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, bytes BIGINT NOT NULL, format TEXT NOT NULL,
   reader TEXT NOT NULL, first_at TEXT, last_at TEXT, counts TEXT NOT NULL, notes TEXT NOT NULL,
   imported_at TEXT NOT NULL, imported_by TEXT NOT NULL)`,
  `log_hours (import_id TEXT NOT NULL REFERENCES log_imports(id), source_id TEXT NOT NULL, website_id TEXT NOT NULL,
   hour TEXT NOT NULL, host TEXT NOT NULL, lines BIGINT NOT NULL)`,
  `bot_visits (import_id TEXT NOT NULL REFERENCES log_imports(id), source_id TEXT NOT NULL, website_id TEXT NOT NULL,
   hour TEXT NOT NULL, host TEXT NOT NULL, token TEXT NOT NULL, verdict TEXT NOT NULL, method TEXT NOT NULL,
   list_digest TEXT, request_class TEXT NOT NULL, status_class TEXT NOT NULL, path TEXT NOT NULL,
   requests BIGINT NOT NULL)`,
  `assistant_visits (import_id TEXT NOT NULL REFERENCES log_imports(id), source_id TEXT NOT NULL,
   website_id TEXT NOT NULL, day TEXT NOT NULL, host TEXT NOT NULL, assistant TEXT NOT NULL, basis TEXT NOT NULL,
   paid INTEGER NOT NULL, path TEXT NOT NULL, requests BIGINT NOT NULL)`,
  `bot_claims (import_id TEXT NOT NULL REFERENCES log_imports(id), website_id TEXT NOT NULL, hour TEXT NOT NULL,
   token TEXT NOT NULL, address TEXT NOT NULL, requests BIGINT NOT NULL, full_until TEXT)`,
  `log_lines (source_id TEXT NOT NULL, day TEXT NOT NULL, hash TEXT NOT NULL, import_id TEXT NOT NULL,
   PRIMARY KEY (source_id, day, hash))`,
  `log_salts (source_id TEXT NOT NULL, day TEXT NOT NULL, salt TEXT NOT NULL, PRIMARY KEY (source_id, day))`,
  `address_lists (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   url TEXT NOT NULL, digest TEXT NOT NULL, prefixes TEXT NOT NULL, published_at TEXT, read_at TEXT NOT NULL,
   read_by TEXT NOT NULL, confirmed_at TEXT)`,
];

const indexes = [
  'log_sources_of_website ON log_sources (workspace_id, website_id, created_at, id)',
  'log_imports_of_source ON log_imports (source_id, state, digest)',
  'log_imports_newest ON log_imports (workspace_id, website_id, imported_at, id)',
  'log_hours_of_website ON log_hours (website_id, hour)',
  'log_hours_of_import ON log_hours (import_id)',
  'bot_visits_of_website ON bot_visits (website_id, hour)',
  'bot_visits_of_import ON bot_visits (import_id)',
  'assistant_visits_of_website ON assistant_visits (website_id, day)',
  'assistant_visits_of_import ON assistant_visits (import_id)',
  'bot_claims_of_import ON bot_claims (import_id)',
  'bot_claims_full ON bot_claims (full_until)',
  'log_lines_of_import ON log_lines (import_id)',
  'address_lists_newest ON address_lists (workspace_id, url, read_at)',
];

/**
 * Requests of crawlers and visits from assistants, counted from the owner's logs. Neither lines nor persons are saved.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) {
    const columns = engine === 'sqlite' ? table.replaceAll('BIGINT', 'INTEGER') : table;
    await sql.raw(`CREATE TABLE ${columns}${strict}`).execute(db);
  }
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
