import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Waits on PostgreSQL for the answers that the release before is saving, and holds back the next ones. The tables are taken
 * at once and in the order in which an answer is saved: a migration that takes them one by one, or makes a weaker lock
 * stronger later, meets an answer halfway, and one of both ends by a deadlock.
 */
export async function lockAnswers(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  if (engine !== 'postgres') return;
  await sql.raw('LOCK TABLE runs, raw_answers, run_results IN ACCESS EXCLUSIVE MODE').execute(db);
}
