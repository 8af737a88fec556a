import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Locks tables on PostgreSQL, after the answers that the previous release is saving. The tables are locked together and
 * in the order in which an answer is saved, because locking them one by one, or strengthening a lock later, could
 * deadlock with a save.
 */
export async function lockAnswers(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  if (engine !== 'postgres') return;
  await sql.raw('LOCK TABLE runs, raw_answers, run_results IN ACCESS EXCLUSIVE MODE').execute(db);
}
