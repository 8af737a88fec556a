import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  // Every decision keeps its author and time, even after it was undone or replaced; the newest one that is not undone
  // counts.
  `answer_words (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), run_id TEXT NOT NULL REFERENCES runs(id), audit_id TEXT,
   recommended INTEGER NOT NULL, position INTEGER, said_by TEXT NOT NULL, said_at TEXT NOT NULL, undone_by TEXT,
   undone_at TEXT)`,
  // The answers that a sample was drawn from are saved, so that the corrected score always refers to them.
  `audits (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), engine TEXT, start_date TEXT, end_date TEXT, seed TEXT NOT NULL,
   population TEXT NOT NULL, complete INTEGER NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL)`,
  `audit_answers (audit_id TEXT NOT NULL REFERENCES audits(id), run_id TEXT NOT NULL, place INTEGER NOT NULL,
   skipped_at TEXT, PRIMARY KEY (audit_id, run_id))`,
];

const indexes = [
  'answer_words_of_run ON answer_words (workspace_id, run_id, said_at)',
  'answer_words_of_website ON answer_words (workspace_id, website_id, said_at, id)',
  'audits_of_website ON audits (workspace_id, website_id, created_at, id)',
];

/** People's decisions about single answers, and the random samples that they check. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) await sql.raw(`CREATE TABLE ${table}${strict}`).execute(db);
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
