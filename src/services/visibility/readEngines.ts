import { invalidField } from '../../domain/errors.ts';
import { compareEngines, type EngineComparison, questionsOf } from '../../domain/visibility/engineComparison.ts';
import { type SearchQueries, searchQueries } from '../../domain/visibility/searchQueries.ts';
import { searchesOfRuns } from '../../store/savedSearches.ts';
import type { Ctx } from '../world.ts';
import { type LoadedEngines, loadEngines } from './loadEngines.ts';
import type { VisibilityQuery } from './loadVisibility.ts';

/** Engines side by side, one column each, over saved answers. Starts nothing. @throws not_found */
export async function readEngineComparison(ctx: Ctx, query: VisibilityQuery): Promise<EngineComparison> {
  const loaded = await loadEngines(ctx, query);
  const { sourceType, limit } = query;
  const { questionKinds: _ofAll, ...head } = headOf(loaded, query);
  return compareEngines({ ...head, filters: { sourceType, limit } }, { ...loaded, declared: ctx.engines.declared.id });
}

/** What engines searched for behind the answers of a period. Starts nothing. @throws not_found, invalid_request */
export async function readSearchQueries(
  ctx: Ctx,
  query: VisibilityQuery & { questionId: string | null },
): Promise<SearchQueries> {
  const { engine = null, questionId, limit } = query;
  const named = engine === null ? null : ctx.engines.find(engine);
  if (engine !== null && named === null) throw invalidField('engine', 'names no engine of this service');
  const loaded = await loadEngines(ctx, query, named === null ? undefined : [named]);
  const attempts = loaded.engines.flatMap(({ scope }) => {
    const questions = questionsOf(scope);
    return scope.attempts.flatMap(({ runId, caseId, status }) => {
      const id = questions.get(caseId) ?? '';
      const isAsked = status === 'completed' && (questionId === null || questionId === id);
      return isAsked ? [{ runId, engine: scope.engine, questionId: id }] : [];
    });
  });
  const searches = await searchesOfRuns(
    ctx.db,
    ctx.principal.workspaceId,
    attempts.map(({ runId }) => runId),
  );
  return searchQueries(headOf(loaded, query), {
    website: { ...loaded.website, learned: [], commonWords: [] },
    engines: loaded.engines.map(({ label, scope }) => ({ engine: scope.engine, label })),
    leftOut: loaded.leftOut,
    answers: attempts.map((attempt) => ({ ...attempt, searches: searches.get(attempt.runId) ?? null })),
    limit,
  });
}

function headOf(
  { website: { id, domain }, simulated, questionKinds }: LoadedEngines,
  { startDate, endDate }: VisibilityQuery,
) {
  return { website: { id, domain }, window: { startDate, endDate }, simulated, questionKinds };
}
