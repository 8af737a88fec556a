import { sql } from 'kysely';
import type { AnswerMarks } from '../../domain/marks/answerMarks.ts';
import { readMarks } from '../../domain/marks/writtenMarks.ts';
import type { RunStatus } from '../../domain/runs/run.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import type { Queryable } from '../database/transaction.ts';
import { unindexed } from '../database/unindexed.ts';
import type { HistoryFilter, Times } from './answerHistory.ts';

export type DayOfAttempts = { date: string; status: RunStatus; attempts: number; changedAt: string };

/** Counts over several engines and surfaces, for a list of answers. */
export type CountFilter = Omit<HistoryFilter, 'engine' | 'surface'> & {
  engine: string | null;
  surface: { is: string } | { isNot: string };
  status?: RunStatus | null;
};

/** Returns the first and the last whole UTC day of these times, which are midnights. */
function daysOf({ from, before }: Times): { first: string; last: string } {
  const last = before === null ? '9999-12-31' : new Date(Date.parse(before) - 1).toISOString().slice(0, 10);
  return { first: from?.slice(0, 10) ?? '', last };
}

/** Selects ended attempts from the daily counts. */
function selectEnded(db: Queryable, filter: CountFilter, times: Times) {
  const { first, last } = daysOf(times);
  let query = db
    .selectFrom('attempt_days')
    .where('workspace_id', '=', filter.workspaceId)
    .where('website_id', '=', filter.websiteId)
    .where('attempts', '>', 0);
  query =
    'is' in filter.surface
      ? query.where('surface', '=', filter.surface.is)
      : query.where('surface', '<>', filter.surface.isNot);
  if (filter.engine !== null) query = query.where('engine', '=', filter.engine);
  if (filter.model !== null) query = query.where('model', '=', filter.model);
  if (filter.caseIds !== null) query = query.where('target_id', 'in', [...filter.caseIds]);
  if (filter.status != null) query = query.where('status', '=', filter.status);
  if (first !== '') query = query.where('day', '>=', first);
  return query.where('day', '<=', last);
}

/** Selects active attempts, from their own rows: they are few. */
function selectActive(db: Queryable, filter: CountFilter, { from, before }: Times) {
  let query = db
    .selectFrom('runs')
    .where('runs.workspace_id', '=', filter.workspaceId)
    // A literal rather than a parameter, as the partial index requires.
    .where('runs.active', '=', sql.lit(1))
    .where(unindexed('runs.website_id'), '=', filter.websiteId)
    .where(unindexed('runs.kind'), '=', 'keyword')
    .where(unindexed('runs.search_mode'), '=', 'open-web')
    .where(unindexed('runs.status'), 'in', ['queued', 'running', 'requires_action']);
  query =
    'is' in filter.surface
      ? query.where(unindexed('runs.surface'), '=', filter.surface.is)
      : query.where(unindexed('runs.surface'), '<>', filter.surface.isNot);
  if (filter.engine !== null) query = query.where(unindexed('runs.engine'), '=', filter.engine);
  if (filter.model !== null) query = query.where(unindexed('runs.model'), '=', filter.model);
  if (filter.caseIds !== null) query = query.where(unindexed('runs.target_id'), 'in', [...filter.caseIds]);
  if (filter.status != null) query = query.where(unindexed('runs.status'), '=', filter.status);
  if (from !== null) query = query.where('runs.created_at', '>=', from);
  if (before !== null) query = query.where('runs.created_at', '<', before);
  return query;
}

const ofSource = ({ engine, surface, ...filter }: HistoryFilter): CountFilter => ({
  ...filter,
  engine,
  surface: { is: surface },
});

/** Counts the attempts of each UTC day by status, with the time of the last change: oldest day first. No answer is read. */
export async function daysOfAttempts(db: Queryable, filter: HistoryFilter, times: Times): Promise<DayOfAttempts[]> {
  if (filter.caseIds?.length === 0) return [];
  const date = sql<string>`substr(runs.created_at, 1, 10)`;
  const [ended, active] = await Promise.all([
    selectEnded(db, ofSource(filter), times)
      .select((eb) => [
        'day as date',
        'status',
        eb.fn.sum<number>('attempts').as('attempts'),
        eb.fn.max('changed_at').as('changedAt'),
      ])
      .groupBy(['day', 'status'])
      .execute(),
    selectActive(db, ofSource(filter), times)
      .select((eb) => [
        date.as('date'),
        'runs.status',
        eb.fn.countAll<number>().as('attempts'),
        eb.fn.max('runs.updated_at').as('changedAt'),
      ])
      .groupBy([date, 'runs.status'])
      .execute(),
  ]);
  return [...ended, ...active]
    .map((row) => ({ ...row, status: row.status as RunStatus, attempts: Number(row.attempts) }))
    .sort((a, b) => codeUnitOrder(a.date, b.date) || codeUnitOrder(a.status, b.status));
}

/** Counts attempts by case. */
export async function countByCase(
  db: Queryable,
  filter: CountFilter,
  times: Times,
): Promise<{ caseId: string; attempts: number; completed: number }[]> {
  if (filter.caseIds?.length === 0) return [];
  const [ended, active] = await Promise.all([
    selectEnded(db, filter, times)
      .select((eb) => ['target_id as caseId', 'status', eb.fn.sum<number>('attempts').as('attempts')])
      .groupBy(['target_id', 'status'])
      .execute(),
    selectActive(db, filter, times)
      .select((eb) => ['runs.target_id as caseId', 'runs.status', eb.fn.countAll<number>().as('attempts')])
      .groupBy(['runs.target_id', 'runs.status'])
      .execute(),
  ]);
  return [...Map.groupBy([...ended, ...active], ({ caseId }) => caseId)].map(([caseId, rows]) => {
    const sum = (of: typeof rows) => of.reduce((all, { attempts }) => all + Number(attempts), 0);
    return { caseId, attempts: sum(rows), completed: sum(rows.filter(({ status }) => status === 'completed')) };
  });
}

export type CountedMarks = { caseId: string; gist: AnswerMarks; answers: number };

/**
 * Counts the answers of a period that were marked with one set of registered names, by case and gist (see `extractGist`).
 */
export async function countMarks(
  db: Queryable,
  { workspaceId, websiteId, engine, surface, caseIds }: Omit<HistoryFilter, 'model'>,
  by: string,
  times: Times,
): Promise<CountedMarks[]> {
  if (caseIds?.length === 0) return [];
  const { first, last } = daysOf(times);
  let query = db
    .selectFrom('mark_days')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('surface', '=', surface)
    .where('engine', '=', engine)
    .where('marked_by', '=', by)
    .where('day', '<=', last)
    .where('answers', '>', 0);
  if (first !== '') query = query.where('day', '>=', first);
  if (caseIds !== null) query = query.where('target_id', 'in', [...caseIds]);
  const rows = await query
    .select((eb) => ['target_id as caseId', 'gist', eb.fn.sum<number>('answers').as('answers')])
    .groupBy(['target_id', 'gist'])
    .execute();
  return rows.map(({ caseId, gist, answers }) => ({ caseId, gist: readMarks(gist), answers: Number(answers) }));
}
