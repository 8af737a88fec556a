import type { ReadSearch } from '../../domain/answer/reading.ts';
import { invalidField } from '../../domain/errors.ts';
import { compareEngines, type EngineComparison } from '../../domain/visibility/engines/comparison.ts';
import { type SearchQueries, searchQueries } from '../../domain/visibility/engines/searchQueries.ts';
import { maxCountedAttempts, type VisibilityScope } from '../../domain/visibility/scope.ts';
import { searchesOfRuns } from '../../store/runs/searches.ts';
import { casesOfWebsite, completedAttempts } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { type LoadedEngines, loadEngines } from './loadEngines.ts';
import { timesOf } from './periodAttempts.ts';
import type { VisibilityQuery } from './reportPlace.ts';

/** Engines side by side, one column each, over saved answers. Starts nothing. @throws not_found */
export async function readEngineComparison(ctx: Ctx, query: VisibilityQuery): Promise<EngineComparison> {
  const loaded = await loadEngines(ctx, query);
  const { sourceType, limit } = query;
  const { questionKinds: _ofAll, ...head } = buildHead(loaded, query);
  return compareEngines({ ...head, filters: { sourceType, limit } }, { ...loaded, declared: ctx.engines.declared.id });
}

/** Reads what engines searched for in answers of a period. Starts nothing. @throws not_found, invalid_request */
export async function readSearchQueries(
  ctx: Ctx,
  query: VisibilityQuery & { questionId: string | null },
): Promise<SearchQueries> {
  const { engine = null, questionId, limit } = query;
  const named = engine === null ? null : ctx.engines.find(engine);
  if (engine !== null && named === null) throw invalidField('engine', 'names no engine of this service');
  const loaded = await loadEngines(ctx, query, named === null ? undefined : [named]);
  const { workspaceId } = ctx.principal;
  const cases = new Map(
    (await casesOfWebsite(ctx.db, workspaceId, query.websiteId)).map((one) => [one.id, one.questionId]),
  );
  const attempts: { runId: string; engine: string; questionId: string }[] = [];
  for (const { scope } of loaded.engines) {
    for (const { runId, caseId } of await listCompleted(ctx, query, scope, loaded.caseIds)) {
      const id = cases.get(caseId) ?? '';
      if (questionId === null || questionId === id) attempts.push({ runId, engine: scope.engine, questionId: id });
    }
  }
  const searches = new Map<string, readonly ReadSearch[]>();
  for (let from = 0; from < attempts.length; from += step) {
    const some = attempts.slice(from, from + step).map(({ runId }) => runId);
    for (const [runId, readSearches] of await searchesOfRuns(ctx.db, workspaceId, some))
      searches.set(runId, readSearches);
  }
  return searchQueries(buildHead(loaded, query), {
    website: { ...loaded.website, learned: [], commonWords: [] },
    engines: loaded.engines.map(({ label, scope }) => ({ engine: scope.engine, label })),
    leftOut: loaded.leftOut,
    answers: attempts.map((attempt) => ({ ...attempt, searches: searches.get(attempt.runId) ?? null })),
    limit,
  });
}

/** Runs asked for at once. */
const step = 5_000;

/** The completed attempts at one engine that a report counts: all of the period, or the newest hundred. */
async function listCompleted(
  ctx: Ctx,
  query: VisibilityQuery,
  { engine, surface, attempts, counted }: VisibilityScope,
  caseIds: readonly string[] | null,
): Promise<{ runId: string; caseId: string }[]> {
  if (counted === undefined) return attempts.filter(({ status }) => status === 'completed');
  const { workspaceId } = ctx.principal;
  const { websiteId, model } = query;
  return completedAttempts(
    ctx.db,
    { workspaceId, websiteId, engine, surface, model, caseIds },
    timesOf(query),
    maxCountedAttempts,
  );
}

function buildHead(
  { website: { id, domain }, simulated, questionKinds }: LoadedEngines,
  { startDate, endDate }: VisibilityQuery,
) {
  return { website: { id, domain }, window: { startDate, endDate }, simulated, questionKinds };
}
