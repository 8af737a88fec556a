import { sql } from 'kysely';
import type { AnswerFacts } from '../../domain/answer/answerFacts.ts';
import type { Surface } from '../../domain/runs/run.ts';
import type { KeywordRun } from '../../domain/runs/runRecord.ts';
import { selectText } from '../database/packedText.ts';
import type { Db, Queryable, Tx } from '../database/transaction.ts';
import { forgetMarks } from './marks.ts';

export type SavedReading = {
  workspaceId: string;
  runId: string;
  /** Id of the engine that answered. */
  engine: string;
  question: string;
  raw: unknown;
  version: string;
  result: unknown;
  facts: AnswerFacts | null;
};

/**
 * Lists saved answers whose displayed reading was not made by `version`, by run id after `after`; for the operator of
 * the database, over all workspaces.
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
    .innerJoin('runs', 'runs.id', 'raw_answers.run_id')
    .select([
      'raw_answers.run_id',
      'raw_answers.workspace_id',
      'raw_answers.raw',
      'raw_answers.packed_raw',
      'runs.engine',
      'runs.ask',
      'run_results.version',
      'run_results.result',
      'run_results.packed_result',
      'run_results.facts',
      'run_results.packed_facts',
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
    engine: row.engine ?? '',
    question: (JSON.parse(row.ask) as KeywordRun['ask']).question,
    raw: JSON.parse(selectText(row.raw, row.packed_raw)) as unknown,
    version: row.version,
    result: JSON.parse(selectText(row.result, row.packed_result)) as unknown,
    facts: JSON.parse(selectText(row.facts, row.packed_facts) ?? 'null') as AnswerFacts | null,
  }));
}

/** Lists the websites with answers whose displayed reading was not made by `version`, over all workspaces, by id. */
export async function listSitesOfOtherVersions(
  db: Db,
  version: string,
): Promise<{ workspaceId: string; websiteId: string; engine: string; surface: Surface }[]> {
  const rows = await db
    .selectFrom('raw_answers')
    .innerJoin('run_results', 'run_results.run_id', 'raw_answers.run_id')
    .innerJoin('runs', 'runs.id', 'raw_answers.run_id')
    .select(['runs.workspace_id', 'runs.website_id', 'runs.engine', 'runs.surface'])
    .where('run_results.current', '=', sql.lit(1))
    .where('run_results.version', '<>', version)
    .where('runs.kind', '=', 'keyword')
    .groupBy(['runs.workspace_id', 'runs.website_id', 'runs.engine', 'runs.surface'])
    .orderBy('runs.website_id')
    .orderBy('runs.engine')
    .orderBy('runs.surface')
    .execute();
  return rows.flatMap((row) =>
    row.website_id === null
      ? []
      : [
          {
            workspaceId: row.workspace_id,
            websiteId: row.website_id,
            engine: row.engine ?? '',
            surface: row.surface as Surface,
          },
        ],
  );
}

/** Reads the provider's own objects of some runs of one workspace, by run id. */
export async function findRawAnswers(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, unknown>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('raw_answers')
    .select(['run_id', 'raw', 'packed_raw'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', 'in', [...runIds])
    .execute();
  return new Map(rows.map((row) => [row.run_id, JSON.parse(selectText(row.raw, row.packed_raw)) as unknown]));
}

/** Displays a reading that was saved earlier under this version. False if there is none. */
export async function showReading(
  tx: Tx,
  scope: { workspaceId: string; runId: string },
  version: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('run_results')
    .select('run_id')
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) return false;
  await forgetMarks(tx, scope.workspaceId, scope.runId);
  const ofRun = tx.updateTable('run_results').where('run_id', '=', scope.runId);
  await ofRun.set({ current: 0 }).where('version', '<>', version).execute();
  await ofRun.set({ current: 1 }).where('version', '=', version).execute();
  return true;
}
