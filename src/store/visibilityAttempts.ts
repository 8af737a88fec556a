import { sql } from 'kysely';
import type { Locale, RunStatus, SearchMode, Surface } from '../domain/run.ts';
import type { RunAsk } from '../domain/runRecord.ts';
import type { AnswerFacts, VisibilityAttempt } from '../domain/visibility/attempt.ts';
import type { Queryable } from './transaction.ts';

export type AttemptFilter = {
  workspaceId: string;
  websiteId: string;
  surface: Surface;
  model: string | null;
  /** Inclusive ISO 8601 start and exclusive end of the time an attempt was made; null = open. */
  from: string | null;
  before: string | null;
};

/**
 * The newest open-web keyword attempts of a website, at most `limit`, newest first. Reads the index from its new end, so
 * that a long history costs no more than a short one.
 */
export async function newestAttempts(
  db: Queryable,
  filter: AttemptFilter,
  limit: number,
): Promise<VisibilityAttempt[]> {
  let query = db
    .selectFrom('runs')
    .leftJoin('run_results', (join) =>
      // A literal, not a parameter: the index of current results holds no others.
      join.onRef('run_results.run_id', '=', 'runs.id').on('run_results.current', '=', sql.lit(1)),
    )
    .select([
      'runs.id',
      'runs.target_id',
      'runs.ask',
      'runs.status',
      'runs.created_at',
      'runs.observed_at',
      'runs.model',
      'runs.harness_version',
      'runs.search_mode',
      'runs.use_seo_tools',
      'runs.completed_search_count',
      'run_results.version',
      'run_results.facts',
    ])
    .where('runs.workspace_id', '=', filter.workspaceId)
    .where('runs.website_id', '=', filter.websiteId)
    .where('runs.surface', '=', filter.surface)
    .where('runs.search_mode', '=', 'open-web')
    .where('runs.kind', '=', 'keyword');
  if (filter.model !== null) query = query.where('runs.model', '=', filter.model);
  if (filter.from !== null) query = query.where('runs.created_at', '>=', filter.from);
  if (filter.before !== null) query = query.where('runs.created_at', '<', filter.before);
  const rows = await query
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
  // The runs of one question were asked the same.
  const asks = new Map<string, RunAsk>();
  return rows.map((row) => {
    const ask = asks.get(row.ask) ?? (JSON.parse(row.ask) as RunAsk);
    asks.set(row.ask, ask);
    const keyword = ask.kind === 'keyword' ? ask : null;
    return {
      runId: row.id,
      caseId: row.target_id,
      question: keyword?.question ?? '',
      locale: keyword?.locale ?? unknownLocale,
      status: row.status as RunStatus,
      createdAt: row.created_at,
      observedAt: row.observed_at,
      model: row.model,
      harnessVersion: row.harness_version,
      searchMode: row.search_mode as SearchMode,
      useSeoTools: row.use_seo_tools === 1,
      completedSearchCount: row.completed_search_count,
      facts: factsOf(db, row),
    };
  });
}

/** Facts of one run and reader version never change, and parsing them is what a report costs most. */
const parsed = new WeakMap<Queryable, Map<string, AnswerFacts>>();
const mostParsed = 1_000;

function factsOf(db: Queryable, row: { id: string; version: string | null; facts: string | null }): AnswerFacts | null {
  if (row.facts === null) return null;
  const known = parsed.get(db) ?? new Map<string, AnswerFacts>();
  parsed.set(db, known);
  const key = `${row.id} ${row.version}`;
  const facts = known.get(key) ?? (JSON.parse(row.facts) as AnswerFacts);
  // Put last again: the one used longest ago stands first, and goes first.
  known.delete(key);
  known.set(key, facts);
  const [oldest] = known.size > mostParsed ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  return facts;
}

const unknownLocale: Locale = { language: null, country: null, region: null, city: null, timezone: null };

/** True when the website has any attempt made on this surface. */
export async function hasAttempts(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
  surface: Surface,
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('surface', '=', surface)
    .where('search_mode', '=', 'open-web')
    .where('kind', '=', 'keyword')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/** Saved questions of a website that are not archived and ask the open web. */
export async function countOpenQuestions(db: Queryable, workspaceId: string, websiteId: string): Promise<number> {
  const row = await db
    .selectFrom('keyword_cases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('archived_at', 'is', null)
    // The settings are JSON text that this service wrote, so the member has this one spelling.
    .where('search', 'like', '%"mode":"open-web"%')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
