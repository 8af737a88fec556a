import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Notices whose task could not be read yet. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE unread_notices (engine TEXT NOT NULL, task_id TEXT NOT NULL, received_at TEXT NOT NULL,
       due_at TEXT NOT NULL, failed_reads INTEGER NOT NULL DEFAULT 0, cause TEXT,
       PRIMARY KEY (engine, task_id))${strict}`,
    )
    .execute(db);
}
