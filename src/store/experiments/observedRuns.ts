import { sql } from 'kysely';
import type { RunStatus } from '../../domain/runs/run.ts';
import type { Queryable } from '../database/transaction.ts';

/** A run of a round with the marks of its answer. */
export type ObservedRun = {
  runId: string;
  status: RunStatus;
  model: string | null;
  harnessVersion: string;
  surface: string;
  marked: { by: string; readerVersion: string; marks: string } | null;
};

/** Number of ids in one statement, within both databases' limits on parameters. */
const idsAtOnce = 500;

export async function observedRuns(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, ObservedRun>> {
  const runs = new Map<string, ObservedRun>();
  for (let from = 0; from < runIds.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom('runs')
      .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
      .select(['runs.id', 'runs.status', 'runs.model', 'runs.harness_version', 'runs.surface'])
      .select(['answer_marks.marked_by', 'answer_marks.reader', 'answer_marks.marks'])
      .where('runs.workspace_id', '=', workspaceId)
      .where('runs.id', 'in', runIds.slice(from, from + idsAtOnce))
      .execute();
    for (const { id, marked_by: by, reader, marks, ...run } of rows) {
      runs.set(id, {
        runId: id,
        status: run.status as RunStatus,
        model: run.model,
        harnessVersion: run.harness_version,
        surface: run.surface,
        marked: by === null || reader === null || marks === null ? null : { by, readerVersion: reader, marks },
      });
    }
  }
  return runs;
}

/** Maximum number of answers read for one kind of work. */
const maxAnswers = 20_000;

export type DatedAnswer = Pick<ObservedRun, 'runId' | 'marked'> & { caseId: string; createdAt: string };

/**
 * Lists completed answers of a website at one engine since a time, oldest first; null if there are more than the
 * maximum.
 */
export async function answersSince(
  db: Queryable,
  filter: { workspaceId: string; websiteId: string; engine: string; surface: string; from: string },
): Promise<DatedAnswer[] | null> {
  const rows = await db
    .selectFrom('runs')
    .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
    .select(['runs.id', 'runs.target_id', 'runs.created_at'])
    .select(['answer_marks.marked_by', 'answer_marks.reader', 'answer_marks.marks'])
    .where('runs.workspace_id', '=', filter.workspaceId)
    .where('runs.website_id', '=', filter.websiteId)
    .where('runs.surface', '=', filter.surface)
    .where('runs.engine', '=', filter.engine)
    .where('runs.kind', '=', sql.lit('keyword'))
    .where('runs.search_mode', '=', sql.lit('open-web'))
    .where('runs.status', '=', sql.lit('completed'))
    .where('runs.created_at', '>=', filter.from)
    .orderBy('runs.created_at')
    .limit(sql.lit(maxAnswers + 1))
    .execute();
  if (rows.length > maxAnswers) return null;
  return rows.map(({ id: runId, target_id: caseId, created_at: createdAt, marked_by: by, reader, marks }) => ({
    runId,
    caseId,
    createdAt,
    marked: by === null || reader === null || marks === null ? null : { by, readerVersion: reader, marks },
  }));
}
