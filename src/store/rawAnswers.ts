import { sql } from 'kysely';
import type { AnswerFacts } from '../domain/visibility/attempt.ts';
import type { Db, Queryable, Tx } from './transaction.ts';

export type SavedReading = {
  workspaceId: string;
  runId: string;
  raw: unknown;
  version: string;
  result: unknown;
  facts: AnswerFacts | null;
};

/**
 * Saved answers whose shown reading was not made by `version`, in order of run id after `after`: for the operator of the
 * database, over all workspaces.
 */
export async function listReadingsOfOtherVersions(
  db: Db,
  version: string,
  after: string,
  limit: number,
): Promise<SavedReading[]> {
  const rows = await db
    .selectFrom('raw_answers')
    .innerJoin('run_results', 'run_results.run_id', 'raw_answers.run_id')
    .select([
      'raw_answers.run_id',
      'raw_answers.workspace_id',
      'raw_answers.raw',
      'run_results.version',
      'run_results.result',
      'run_results.facts',
    ])
    .where('run_results.current', '=', sql.lit(1))
    .where('run_results.version', '<>', version)
    .where('raw_answers.run_id', '>', after)
    .orderBy('raw_answers.run_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    runId: row.run_id,
    raw: JSON.parse(row.raw) as unknown,
    version: row.version,
    result: JSON.parse(row.result) as unknown,
    facts: row.facts === null ? null : (JSON.parse(row.facts) as AnswerFacts),
  }));
}

/** The provider's own objects of some runs of one workspace, by run id. */
export async function findRawAnswers(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, unknown>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('raw_answers')
    .select(['run_id', 'raw'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(rows.map((row) => [row.run_id, JSON.parse(row.raw) as unknown]));
}

/** Shows a reading that was saved earlier under this version. False when there is none. */
export async function showReading(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  version: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('run_results')
    .select('run_id')
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (found === undefined) return false;
  const ofRun = tx.updateTable('run_results').where('run_id', '=', scope.runId);
  await ofRun.set({ current: 0 }).where('version', '<>', version).execute();
  await ofRun.set({ current: 1 }).where('version', '=', version).execute();
  return true;
}
