import { sql } from 'kysely';
import type { RunStatus, Surface } from '../../domain/runs/run.ts';
import type { Queryable } from '../database/transaction.ts';
import { unindexed } from '../database/unindexed.ts';
import { newestIdsOfCases } from './attempts.ts';

export type HistoryFilter = {
  workspaceId: string;
  websiteId: string;
  /** Id of the engine that answered. */
  engine: string;
  surface: Surface;
  model: string | null;
  /** Only attempts at these cases; null: at any. */
  caseIds: readonly string[] | null;
};

/** Inclusive ISO 8601 start and exclusive end; null = open. */
export type Times = { from: string | null; before: string | null };

/** Selects the open-web attempts of a website, through an index that covers everything needed here except the model. */
function buildAttempts(db: Queryable, filter: HistoryFilter, { from, before }: Times) {
  let query = db
    .selectFrom('runs')
    .where('runs.workspace_id', '=', filter.workspaceId)
    .where('runs.website_id', '=', filter.websiteId)
    .where('runs.surface', '=', filter.surface)
    .where('runs.engine', '=', filter.engine)
    // Literals rather than parameters, because the partial index covers only these values.
    .where('runs.kind', '=', sql.lit('keyword'))
    .where('runs.search_mode', '=', sql.lit('open-web'));
  if (filter.model !== null) query = query.where('runs.model', '=', filter.model);
  if (filter.caseIds !== null) query = query.where('runs.target_id', 'in', [...filter.caseIds]);
  if (from !== null) query = query.where('runs.created_at', '>=', from);
  if (before !== null) query = query.where('runs.created_at', '<', before);
  return query;
}

export type MarkedAttempt = {
  runId: string;
  caseId: string;
  status: RunStatus;
  model: string | null;
  harnessVersion: string;
  useSeoTools: boolean;
  marked: { by: string; readerVersion: string; marks: string } | null;
};

/** Lists the newest attempts, newest first. */
export async function newestMarked(
  db: Queryable,
  filter: HistoryFilter,
  times: Times,
  limit: number,
): Promise<MarkedAttempt[]> {
  const rows = await buildAttempts(db, filter, times)
    .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
    .select(markedColumns)
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(toMarked);
}

/** Lists the newest completed attempts, newest first. */
export async function completedAttempts(
  db: Queryable,
  filter: HistoryFilter,
  times: Times,
  limit: number,
): Promise<{ runId: string; caseId: string }[]> {
  if (filter.caseIds?.length === 0) return [];
  const rows = await buildAttempts(db, filter, times)
    .select(['runs.id', 'runs.target_id'])
    .where('runs.status', '=', sql.lit('completed'))
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ id, target_id: caseId }) => ({ runId: id, caseId }));
}

/** Returns the newest completed attempt at each case. */
export async function latestMarked(db: Queryable, filter: HistoryFilter, times: Times): Promise<MarkedAttempt[]> {
  const ids = (await newestIdsOfCases(db, { ...filter, ...times })).flatMap(({ completed }) => completed ?? []);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('runs')
    .leftJoin('answer_marks', 'answer_marks.run_id', 'runs.id')
    .select(markedColumns)
    .where('runs.id', 'in', ids)
    .where(unindexed('runs.workspace_id'), '=', filter.workspaceId)
    .execute();
  return rows.map(toMarked);
}

const markedColumns = [
  'runs.id',
  'runs.target_id',
  'runs.status',
  'runs.model',
  'runs.harness_version',
  'runs.use_seo_tools',
  'answer_marks.marked_by',
  'answer_marks.reader',
  'answer_marks.marks',
] as const;

type MarkedRow = {
  id: string;
  target_id: string;
  status: string;
  model: string | null;
  harness_version: string;
  use_seo_tools: number;
  marked_by: string | null;
  reader: string | null;
  marks: string | null;
};

function toMarked(row: MarkedRow): MarkedAttempt {
  const { marked_by: by, reader: readerVersion, marks } = row;
  return {
    runId: row.id,
    caseId: row.target_id,
    status: row.status as RunStatus,
    model: row.model,
    harnessVersion: row.harness_version,
    useSeoTools: row.use_seo_tools === 1,
    marked: by === null || readerVersion === null || marks === null ? null : { by, readerVersion, marks },
  };
}

/** Maps each case of a website to its question, archived ones included. */
export async function casesOfWebsite(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
): Promise<{ id: string; questionId: string; query: string }[]> {
  const rows = await db
    .selectFrom('keyword_cases')
    .select(['id', 'question_id', 'query'])
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .execute();
  return rows.map(({ question_id: questionId, ...row }) => ({ ...row, questionId }));
}

/** Filter for asked questions: the kind of attempts that count; null: any kind. */
export type AskedFilter = {
  workspaceId: string;
  websiteId: string;
  engine: string | null;
  surface: Surface | null;
  caseIds: readonly string[] | null;
};

/** Lists the cases of a website with an open-web attempt in a period; each is found without reading the others. */
export async function listAttemptedCases(
  db: Queryable,
  filter: AskedFilter,
  { from, before }: Times,
): Promise<string[]> {
  if (filter.caseIds?.length === 0) return [];
  let query = db
    .selectFrom('keyword_cases')
    .select('keyword_cases.id')
    .where('keyword_cases.workspace_id', '=', filter.workspaceId)
    .where('keyword_cases.website_id', '=', filter.websiteId)
    // This service wrote the settings as JSON text, so the member has only this spelling.
    .$if(filter.engine !== null, (cases) =>
      cases.where('keyword_cases.search', 'like', `%"engine":${JSON.stringify(filter.engine)}%`),
    )
    .where((eb) => {
      let selectQueryBuilder = eb
        .selectFrom('runs')
        .select('runs.id')
        .where('runs.workspace_id', '=', filter.workspaceId)
        .whereRef('runs.target_id', '=', 'keyword_cases.id')
        .where(unindexed('runs.search_mode'), '=', 'open-web');
      if (filter.engine !== null)
        selectQueryBuilder = selectQueryBuilder.where(unindexed('runs.engine'), '=', filter.engine);
      if (filter.surface !== null)
        selectQueryBuilder = selectQueryBuilder.where(unindexed('runs.surface'), '=', filter.surface);
      if (from !== null) selectQueryBuilder = selectQueryBuilder.where('runs.created_at', '>=', from);
      if (before !== null) selectQueryBuilder = selectQueryBuilder.where('runs.created_at', '<', before);
      return eb.exists(selectQueryBuilder);
    });
  if (filter.caseIds !== null) query = query.where('keyword_cases.id', 'in', [...filter.caseIds]);
  return (await query.execute()).map(({ id }) => id);
}
