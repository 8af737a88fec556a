import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Runs refused before anything was bought; when a request that a vendor refused is sent again; and what stops a round.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make(
    `CREATE TABLE run_refusals (run_id TEXT PRIMARY KEY REFERENCES runs(id), workspace_id TEXT NOT NULL,
     kind TEXT NOT NULL, retry_after_seconds INTEGER)${strict}`,
  );
  await make('ALTER TABLE plan_round_items ADD COLUMN ask_after TEXT');
  await make('ALTER TABLE plan_round_items ADD COLUMN refused_for TEXT');
  await make('ALTER TABLE plan_rounds ADD COLUMN wait TEXT');
  await make('ALTER TABLE plan_rounds ADD COLUMN note TEXT');
}
