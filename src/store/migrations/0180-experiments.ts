import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  `experiments (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), name TEXT NOT NULL, protocol TEXT NOT NULL, registration TEXT,
   changes TEXT NOT NULL, stopped_at TEXT, created_at TEXT NOT NULL, created_by TEXT NOT NULL, archived_at TEXT)`,
  `work_items (workspace_id TEXT NOT NULL REFERENCES organization(id), website_id TEXT NOT NULL REFERENCES websites(id),
   id TEXT NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL, owner TEXT, due_day TEXT, note TEXT,
   reason TEXT, evidence TEXT NOT NULL, evidence_kind TEXT NOT NULL, changed_at TEXT NOT NULL, changed_by TEXT NOT NULL,
   done_at TEXT, PRIMARY KEY (workspace_id, id))`,
];

const indexes = [
  'experiments_newest ON experiments (workspace_id, created_at, id)',
  'work_items_of_website ON work_items (workspace_id, website_id)',
];

/** Experiments with a control, and what members decided about the work that the evidence suggests. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) await sql.raw(`CREATE TABLE ${table}${strict}`).execute(db);
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
