import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Paid second readings. The key permits only one intent for each text and reader, permanently. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE second_readings (workspace_id TEXT NOT NULL REFERENCES organization(id), text_digest TEXT NOT NULL,
       reader TEXT NOT NULL, run_id TEXT NOT NULL UNIQUE REFERENCES runs(id), owner_id TEXT NOT NULL, state TEXT NOT NULL,
       progress TEXT NOT NULL, created_at TEXT NOT NULL, sent_at TEXT, ended_at TEXT, outcome TEXT, usage TEXT,
       PRIMARY KEY (workspace_id, text_digest, reader))${strict}`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX second_readings_of_day ON second_readings (owner_id, created_at)').execute(db);
}
