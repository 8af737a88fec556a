import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Fences: records that this database was restored to a state older than its last purchases, and what an operator has
 * checked since.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const table = (name: string, columns: string): Promise<unknown> =>
    sql.raw(`CREATE TABLE ${name} (${columns})${strict}`).execute(db);
  await table(
    'restore_fences',
    'id TEXT PRIMARY KEY, since TEXT NOT NULL, fenced_at TEXT NOT NULL, cause TEXT NOT NULL, ended_at TEXT',
  );
  await table(
    'restore_fence_marks',
    `fence_id TEXT NOT NULL REFERENCES restore_fences(id), kind TEXT NOT NULL, target TEXT NOT NULL, says TEXT NOT NULL,
     note TEXT NOT NULL, marked_at TEXT NOT NULL, PRIMARY KEY (fence_id, kind, target)`,
  );
}
