import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Last time at which an engine's vendor was asked for the charges of finished work, shared by all processes. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql.raw(`CREATE TABLE cost_looks (engine TEXT PRIMARY KEY, looked_at TEXT NOT NULL)${strict}`).execute(db);
}
