import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** State of the budgets at each hold, written with it and removed by the worker that reports it. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE money_events (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       at TEXT NOT NULL, budgets TEXT NOT NULL)${engine === 'sqlite' ? ' STRICT' : ''}`,
    )
    .execute(db);
}
