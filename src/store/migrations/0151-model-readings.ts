import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

const tables = [
  // The key permits only one intent for each text, website, model and prompt, permanently.
  `model_readings (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
   website_id TEXT NOT NULL REFERENCES websites(id), text_digest TEXT NOT NULL, reader TEXT NOT NULL,
   run_id TEXT NOT NULL REFERENCES runs(id), owner_id TEXT NOT NULL, key_id TEXT, question TEXT NOT NULL,
   target_names TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL, sent_at TEXT, ended_at TEXT,
   outcome TEXT, usage TEXT, UNIQUE (workspace_id, website_id, text_digest, reader))`,
  `model_read_answers (run_id TEXT NOT NULL REFERENCES runs(id), reading_id TEXT NOT NULL REFERENCES model_readings(id),
   workspace_id TEXT NOT NULL, PRIMARY KEY (run_id, reading_id))`,
];

const indexes = [
  'model_readings_of_day ON model_readings (owner_id, created_at)',
  'model_readings_open ON model_readings (state, created_at)',
  'model_read_answers_of_workspace ON model_read_answers (workspace_id, run_id)',
];

/** Saved answers to be read by a reading model: one paid call for each text. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  for (const table of tables) await sql.raw(`CREATE TABLE ${table}${strict}`).execute(db);
  for (const index of indexes) await sql.raw(`CREATE INDEX ${index}`).execute(db);
}
