import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** What a hold found of its budgets, written with it and taken by who reports it. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE money_events (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       at TEXT NOT NULL, budgets TEXT NOT NULL)${engine === 'sqlite' ? ' STRICT' : ''}`,
    )
    .execute(db);
}
