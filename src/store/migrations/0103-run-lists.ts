import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';
import { lockAnswers } from './lockAnswers.ts';

/**
 * Indexes that let a page of a list of runs be read without sorting all runs: of a workspace, one engine, one status,
 * captures, or active runs. None begins with the website, because the planner would prefer it, being narrower, over the
 * index of the visibility reads, which is limited to one engine.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await lockAnswers(db, engine);
  const make = async (text: string) => {
    await sql.raw(text).execute(db);
  };
  await make('CREATE INDEX runs_listed ON runs (workspace_id, created_at, id)');
  await make('CREATE INDEX runs_listed_engine ON runs (workspace_id, engine, created_at, id)');
  await make('CREATE INDEX runs_listed_status ON runs (workspace_id, status, created_at, id)');
  await make("CREATE INDEX runs_listed_captures ON runs (workspace_id, created_at, id) WHERE kind = 'website'");
  await make('CREATE INDEX runs_listed_active ON runs (workspace_id, created_at, id) WHERE active = 1');
}
