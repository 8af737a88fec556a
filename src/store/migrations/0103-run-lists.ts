import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';
import { lockAnswers } from './lockAnswers.ts';

/**
 * Lets a page of a list of runs be read from its place, however long the list: of a workspace, of one engine, of one
 * status, of website captures and of active runs. Without these a page sorts every run there is. None begins with the
 * website: being narrower, the planner would take it for the reads of visibility, whose own index holds one engine alone.
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
