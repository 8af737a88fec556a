import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const workspace = 'workspace_id TEXT NOT NULL REFERENCES organization(id)';
const tables = [
  `cited_pages (id TEXT NOT NULL PRIMARY KEY, ${workspace}, url TEXT NOT NULL, host TEXT NOT NULL, state TEXT NOT NULL,
   queued_at TEXT NOT NULL, reading_id TEXT, pending_id TEXT, UNIQUE (workspace_id, url))`,
  `cited_page_readings (id TEXT NOT NULL PRIMARY KEY, ${workspace},
   page_id TEXT NOT NULL REFERENCES cited_pages(id) ON DELETE CASCADE, read_at TEXT NOT NULL, rule TEXT NOT NULL,
   outcome TEXT NOT NULL, facts TEXT NOT NULL, changed_at TEXT, archive TEXT NOT NULL)`,
  `cited_page_views (reading_id TEXT NOT NULL REFERENCES cited_page_readings(id) ON DELETE CASCADE,
   page_id TEXT NOT NULL, website_id TEXT NOT NULL, names_us INTEGER NOT NULL, lost_since TEXT, view TEXT NOT NULL,
   facts TEXT NOT NULL, PRIMARY KEY (reading_id, website_id))`,
  `answer_support (run_id TEXT NOT NULL, page_id TEXT NOT NULL REFERENCES cited_pages(id) ON DELETE CASCADE,
   start_at INTEGER NOT NULL, end_at INTEGER NOT NULL, ${workspace}, website_id TEXT NOT NULL, engine TEXT NOT NULL,
   language TEXT NOT NULL, fragments TEXT NOT NULL, rule TEXT, reading_id TEXT, verdict TEXT, judgement TEXT,
   PRIMARY KEY (run_id, page_id, start_at))`,
  `cited_hosts (host TEXT NOT NULL PRIMARY KEY, lease_until TEXT NOT NULL)`,
  `forgotten_hosts (${workspace}, host TEXT NOT NULL, forgotten_at TEXT NOT NULL, forgotten_by TEXT NOT NULL,
   PRIMARY KEY (workspace_id, host))`,
  `cited_page_settings (workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES organization(id), keep_days INTEGER NOT NULL)`,
  `cited_after_rounds (plan_id TEXT NOT NULL PRIMARY KEY, ${workspace}, website_id TEXT NOT NULL,
   last_round INTEGER NOT NULL)`,
  `facts (id TEXT NOT NULL PRIMARY KEY, ${workspace}, website_id TEXT NOT NULL REFERENCES websites(id),
   kind TEXT NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL, created_at TEXT NOT NULL, archived_at TEXT)`,
  `fact_versions (fact_id TEXT NOT NULL REFERENCES facts(id) ON DELETE CASCADE, version INTEGER NOT NULL,
   value TEXT NOT NULL, source_url TEXT NOT NULL, made_at TEXT NOT NULL, made_by TEXT NOT NULL,
   PRIMARY KEY (fact_id, version))`,
  `fact_decisions (fact_id TEXT NOT NULL REFERENCES facts(id) ON DELETE CASCADE, run_id TEXT NOT NULL,
   start_at INTEGER NOT NULL, ${workspace}, decision TEXT NOT NULL, decided_at TEXT NOT NULL, decided_by TEXT NOT NULL,
   PRIMARY KEY (fact_id, run_id, start_at))`,
];

const indexes = [
  'cited_pages_by_state ON cited_pages (state, host, queued_at, id)',
  'cited_page_readings_of_page ON cited_page_readings (page_id, read_at)',
  'cited_page_readings_by_day ON cited_page_readings (workspace_id, read_at)',
  'cited_page_readings_by_archive ON cited_page_readings (archive, read_at)',
  'cited_page_views_of_website ON cited_page_views (website_id, page_id)',
  'answer_support_of_page ON answer_support (page_id)',
  'answer_support_of_website ON answer_support (workspace_id, website_id, engine)',
  'facts_of_website ON facts (workspace_id, website_id, created_at, id)',
];

/**
 * Cited pages with the facts found in them, support of sentences, and the owner's facts. Texts of pages are not saved.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) await sql.raw(`CREATE TABLE ${table}${strict}`).execute(db);
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
