import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { VisibilityAttempt } from '../../domain/identity/attempt.ts';
import { rememberNewest } from '../../domain/rememberNewest.ts';
import type { Locale, RunStatus, SearchMode, Surface } from '../../domain/runs/run.ts';
import type { RunAsk } from '../../domain/runs/runRecord.ts';
import type { Queryable } from '../database/transaction.ts';
import { unindexed } from '../database/unindexed.ts';
import { shownReadings } from '../runs/shownReadings.ts';
import type { Tables } from '../schema.ts';

export type AttemptFilter = {
  workspaceId: string;
  websiteId: string;
  /** Id of the engine that answered. */
  engine: string;
  surface: Surface;
  model: string | null;
  /** Inclusive ISO 8601 start and exclusive end of an attempt's creation time; null: open. */
  from: string | null;
  before: string | null;
  /** Only attempts at these cases; null or absent: at any. */
  caseIds?: readonly string[] | null;
};

/**
 * Lists the newest open-web keyword attempts of a website, at most `limit`, newest first. Reads the index from its new
 * end, so that a long history costs no more than a short one.
 */
export async function newestAttempts(
  db: Queryable,
  filter: AttemptFilter,
  limit: number,
): Promise<VisibilityAttempt[]> {
  if (filter.caseIds?.length === 0) return [];
  let query = selectVersions(db)
    .where('runs.workspace_id', '=', filter.workspaceId)
    .where('runs.website_id', '=', filter.websiteId)
    .where('runs.surface', '=', filter.surface)
    .where('runs.engine', '=', filter.engine)
    // Literals rather than parameters, as the partial index requires.
    .where('runs.search_mode', '=', sql.lit('open-web'))
    .where('runs.kind', '=', sql.lit('keyword'));
  if (filter.model !== null) query = query.where('runs.model', '=', filter.model);
  if (filter.caseIds != null) query = query.where('runs.target_id', 'in', [...filter.caseIds]);
  if (filter.from !== null) query = query.where('runs.created_at', '>=', filter.from);
  if (filter.before !== null) query = query.where('runs.created_at', '<', filter.before);
  const rows = await query
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  return toAttempts(db, filter.workspaceId, rows);
}

/** Reads the newest attempt and the newest completed one of each question, without reading the others. */
export async function newestOfEachCase(db: Queryable, filter: AttemptFilter): Promise<VisibilityAttempt[]> {
  const matches = await newestIdsOfCases(db, filter);
  const ids = [...new Set(matches.flatMap(({ attempted, completed }) => [attempted ?? [], completed ?? []].flat()))];
  if (ids.length === 0) return [];
  const rows = await ofRuns(selectVersions(db), filter.workspaceId, ids).execute();
  return toAttempts(db, filter.workspaceId, rows);
}

export async function newestIdsOfCases(
  db: Queryable,
  filter: AttemptFilter,
): Promise<{ attempted: string | null; completed: string | null }[]> {
  if (filter.caseIds?.length === 0) return [];
  const newest = (eb: ExpressionBuilder<Tables, 'keyword_cases'>, completed: boolean) => {
    let query = eb
      .selectFrom('runs as newest')
      .select('newest.id')
      .where('newest.workspace_id', '=', filter.workspaceId)
      .whereRef('newest.target_id', '=', 'keyword_cases.id')
      .where(unindexed('newest.surface'), '=', filter.surface)
      .where(unindexed('newest.engine'), '=', filter.engine)
      .where(unindexed('newest.search_mode'), '=', 'open-web');
    // Literals rather than parameters, as the partial indexes of answers require: a question that always fails is not
    // scanned through its whole history.
    if (completed) {
      query = query
        .where('newest.status', '=', sql.lit('completed'))
        .where('newest.surface', filter.surface === 'simulator' ? '=' : '<>', sql.lit('simulator'));
    }
    if (filter.model !== null) query = query.where(unindexed('newest.model'), '=', filter.model);
    if (filter.from !== null) query = query.where('newest.created_at', '>=', filter.from);
    if (filter.before !== null) query = query.where('newest.created_at', '<', filter.before);
    return query.orderBy('newest.created_at', 'desc').orderBy('newest.id', 'desc').limit(sql.lit(1));
  };
  let cases = db
    .selectFrom('keyword_cases')
    .select((eb) => [newest(eb, false).as('attempted'), newest(eb, true).as('completed')])
    .where('keyword_cases.workspace_id', '=', filter.workspaceId)
    .where('keyword_cases.website_id', '=', filter.websiteId)
    // This service wrote the settings as JSON text, so the member has only this spelling.
    .where('keyword_cases.search', 'like', `%"engine":${JSON.stringify(filter.engine)}%`);
  if (filter.caseIds != null) cases = cases.where('keyword_cases.id', 'in', [...filter.caseIds]);
  return cases.execute();
}

/** Selects the versions of attempts and of their current readings; all else that is saved is cached by them. */
function selectVersions(db: Queryable) {
  return db
    .selectFrom('runs')
    .leftJoin('run_results', (join) =>
      // A literal rather than a parameter, as the partial index requires.
      join.onRef('run_results.run_id', '=', 'runs.id').on('run_results.current', '=', sql.lit(1)),
    )
    .select(['runs.id', 'runs.version as saved', 'run_results.version']);
}

const ofRuns = <Selected>(
  query: SelectQueryBuilder<Tables, 'runs', Selected>,
  workspaceId: string,
  ids: readonly string[],
) => query.where('runs.id', 'in', [...ids]).where(unindexed('runs.workspace_id'), '=', workspaceId);

type Versions = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];
type SavedAttempt = Omit<VisibilityAttempt, 'facts' | 'text'>;

/** Cache: a version of a run never changes, and most of its bytes are the request, which many runs share. */
const savedAttempts = new WeakMap<Queryable, Map<string, SavedAttempt>>();
const maxSavedAttempts = 10_000;

const cacheKey = ({ id, saved }: Versions) => `${id} ${saved}`;

async function toAttempts(
  db: Queryable,
  workspaceId: string,
  listed: readonly Versions[],
): Promise<VisibilityAttempt[]> {
  const cache = savedAttempts.get(db) ?? new Map<string, SavedAttempt>();
  savedAttempts.set(db, cache);
  const byRun = new Map(
    listed.flatMap((row) => {
      const attempt = cache.get(cacheKey(row));
      return attempt === undefined ? [] : [[row.id, { row, attempt }]];
    }),
  );
  const missing = listed.filter(({ id }) => !byRun.has(id)).map(({ id }) => id);
  for (const row of missing.length === 0 ? [] : await readAttempts(db, workspaceId, missing))
    byRun.set(row.row.id, row);
  const attempts = listed.flatMap(({ id }) => byRun.get(id) ?? []);
  for (const { row, attempt } of attempts) rememberNewest(cache, cacheKey(row), attempt, maxSavedAttempts);
  const answers = attempts.flatMap(({ row: { id: runId, version } }) => (version === null ? [] : [{ runId, version }]));
  const readings = await shownReadings(db, workspaceId, answers);
  return attempts.map(({ attempt }) => {
    const { facts = null, text = null } = readings.get(attempt.runId) ?? {};
    return { ...attempt, facts, text };
  });
}

async function readAttempts(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ row: Versions; attempt: SavedAttempt }[]> {
  const rows = await ofRuns(selectVersions(db), workspaceId, ids)
    .select(['runs.target_id', 'runs.ask', 'runs.status', 'runs.created_at', 'runs.observed_at', 'runs.model'])
    .select(['runs.harness_version', 'runs.engine', 'runs.search_mode', 'runs.use_seo_tools'])
    .select('runs.completed_search_count')
    .execute();
  // Runs of one question share their request.
  const asks = new Map<string, RunAsk>();
  return rows.map((row) => {
    const ask = asks.get(row.ask) ?? (JSON.parse(row.ask) as RunAsk);
    asks.set(row.ask, ask);
    const keyword = ask.kind === 'keyword' ? ask : null;
    const attempt = {
      runId: row.id,
      caseId: row.target_id,
      question: keyword?.question ?? '',
      locale: keyword?.locale ?? unknownLocale,
      status: row.status as RunStatus,
      createdAt: row.created_at,
      observedAt: row.observed_at,
      model: row.model,
      engine: row.engine ?? '',
      harnessVersion: row.harness_version,
      searchMode: row.search_mode as SearchMode,
      useSeoTools: row.use_seo_tools === 1,
      completedSearchCount: row.completed_search_count,
    };
    return { row: { id: row.id, saved: row.saved, version: row.version }, attempt };
  });
}

const unknownLocale: Locale = { language: null, country: null, region: null, city: null, timezone: null };

/** Returns when the first open-web attempt was made, from the other end of the index of newest attempts. */
export async function firstAttemptAt(
  db: Queryable,
  filter: Pick<AttemptFilter, 'workspaceId' | 'websiteId' | 'engine' | 'surface' | 'model'>,
): Promise<string | null> {
  let query = db
    .selectFrom('runs')
    .select('created_at')
    .where('workspace_id', '=', filter.workspaceId)
    .where('website_id', '=', filter.websiteId)
    .where('surface', '=', filter.surface)
    .where('engine', '=', filter.engine)
    .where('search_mode', '=', sql.lit('open-web'))
    .where('kind', '=', sql.lit('keyword'));
  if (filter.model !== null) query = query.where('model', '=', filter.model);
  const row = await query.orderBy('created_at').limit(sql.lit(1)).executeTakeFirst();
  return row?.created_at ?? null;
}

type AttemptSource = { engine: string; surface: Surface };

/** Returns true if the website has any attempt at this engine on this surface. */
export async function hasAttempts(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  engine: string,
  surface: Surface,
): Promise<boolean> {
  return (await haveAttempts(db, workspaceId, websiteId, [{ engine, surface }]))[0] === true;
}

/** Checks several sources in their order and in one statement: each costs one index probe. */
export async function haveAttempts(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  sources: readonly AttemptSource[],
): Promise<boolean[]> {
  if (sources.length === 0) return [];
  const looks = sources.map(
    ({ engine, surface }, index) => sql`exists (select 1 from runs where workspace_id = ${workspaceId}
      and website_id = ${websiteId} and surface = ${surface} and engine = ${engine}
      and search_mode = 'open-web' and kind = 'keyword') as ${sql.ref(`look_${index}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(looks)}`.execute(db);
  return sources.map((_source, index) => Boolean(rows[0]?.[`look_${index}`]));
}

/** Counts active questions of a website that ask the open web at this engine. */
export async function countOpenQuestions(
  db: Queryable,
  {
    workspaceId,
    websiteId,
    engine,
    caseIds,
  }: Pick<AttemptFilter, 'workspaceId' | 'websiteId' | 'engine'> & { caseIds: readonly string[] | null },
): Promise<number> {
  if (caseIds?.length === 0) return 0;
  let query = db
    .selectFrom('keyword_cases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('archived_at', 'is', null)
    // This service wrote the settings as JSON text, so the member has only this spelling.
    .where('search', 'like', '%"mode":"open-web"%')
    .where('search', 'like', `%"engine":${JSON.stringify(engine)}%`);
  if (caseIds !== null) query = query.where('id', 'in', [...caseIds]);
  return Number((await query.executeTakeFirstOrThrow()).count);
}
