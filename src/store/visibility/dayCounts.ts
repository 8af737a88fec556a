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

/** Counted days or months from one to before another, compared as text: `2026-05` < `2026-05-31` < `2026-05-99`. */
type Span = { unit: 'days' | 'months'; from: string; before: string };

const wholeDays = ({ from, before }: Times): Span => ({
  unit: 'days',
  from: from?.slice(0, 10) ?? '',
  before: before?.slice(0, 10) ?? '9999-99',
});

/** Splits times, which are midnights, into whole months and the days before and after them. */
function spansOf(times: Times): Span[] {
  const all = wholeDays(times);
  const [first, last] = [all.from.slice(0, 7), all.before.slice(0, 7)];
  if (first === last) return [all];
  const startsWhole = all.from === '' || all.from.endsWith('-01');
  const endsWhole = times.before === null || all.before.endsWith('-01');
  return [
    ...(startsWhole ? [] : [{ ...all, before: `${first}-99` }]),
    { unit: 'months', from: startsWhole ? first : `${first}-99`, before: last },
    ...(endsWhole ? [] : [{ ...all, from: last }]),
  ];
}

/** Selects ended attempts from one of the tables that count them. */
function selectEnded(
  db: Queryable,
  table: 'attempt_days' | 'attempt_dates' | 'attempt_months',
  filter: CountFilter,
  { from, before }: Span,
) {
  let query = db
    // Columns that a table lacks are not named in queries on it.
    .selectFrom(table as 'attempt_days')
    .where('workspace_id', '=', filter.workspaceId)
    .where('website_id', '=', filter.websiteId)
    .where('attempts', '>', 0)
    .where('day', '>=', from)
    .where('day', '<', before);
  query =
    'is' in filter.surface
      ? query.where('surface', '=', filter.surface.is)
      : query.where('surface', '<>', filter.surface.isNot);
  if (filter.engine !== null) query = query.where('engine', '=', filter.engine);
  if (filter.model !== null) query = query.where('model', '=', filter.model);
  if (filter.caseIds !== null) query = query.where('target_id', 'in', [...filter.caseIds]);
  if (filter.status != null) query = query.where('status', '=', filter.status);
  return query;
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
  const table = filter.caseIds === null ? 'attempt_dates' : 'attempt_days';
  const [ended, active] = await Promise.all([
    selectEnded(db, table, ofSource(filter), wholeDays(times))
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
  const ended = spansOf(times).map((span) =>
    selectEnded(db, `attempt_${span.unit}`, filter, span)
      .select((eb) => ['target_id as caseId', 'status', eb.fn.sum<number>('attempts').as('attempts')])
      .groupBy(['target_id', 'status'])
      .execute(),
  );
  const counted = await Promise.all([
    ...ended,
    selectActive(db, filter, times)
      .select((eb) => ['runs.target_id as caseId', 'runs.status', eb.fn.countAll<number>().as('attempts')])
      .groupBy(['runs.target_id', 'runs.status'])
      .execute(),
  ]);
  return [...Map.groupBy(counted.flat(), ({ caseId }) => caseId)].map(([caseId, rows]) => {
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
  { workspaceId, websiteId, engine, surface, model, caseIds }: HistoryFilter,
  by: string,
  times: Times,
): Promise<CountedMarks[]> {
  if (caseIds?.length === 0) return [];
  const parts = spansOf(times).map(({ unit, from, before }) => {
    let query = db
      .selectFrom(`mark_${unit}` as 'mark_days')
      .where('workspace_id', '=', workspaceId)
      .where('website_id', '=', websiteId)
      .where('surface', '=', surface)
      .where('engine', '=', engine)
      .where('marked_by', '=', by)
      .where('day', '>=', from)
      .where('day', '<', before)
      .where('answers', '>', 0);
    if (model !== null) query = query.where('model', '=', model);
    if (caseIds !== null) query = query.where('target_id', 'in', [...caseIds]);
    return query
      .select((eb) => ['target_id as caseId', 'gist', eb.fn.sum<number>('answers').as('answers')])
      .groupBy(['target_id', 'gist'])
      .execute();
  });
  const rows = (await Promise.all(parts)).flat();
  return rows.map(({ caseId, gist, answers }) => ({ caseId, gist: readMarks(gist), answers: Number(answers) }));
}
