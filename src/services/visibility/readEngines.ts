import { invalidField } from '../../domain/errors.ts';
import { compareEngines, type EngineComparison } from '../../domain/visibility/engines/comparison.ts';
import { type SearchPart, type SearchQueries, searchQueries } from '../../domain/visibility/engines/searchQueries.ts';
import type { VisibilityScope } from '../../domain/visibility/scope.ts';
import type { CaseSearches } from '../../store/runs/searchCounts.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { type LoadedEngines, loadEngines } from './loadEngines.ts';
import type { VisibilityQuery } from './reportPlace.ts';
import { countCases, searchesOfPeriod } from './searchCounts.ts';

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
  const parts: SearchPart[] = [];
  for (const { scope } of loaded.engines) {
    const { engine: id, surface, attempts, counted } = scope;
    const filter = {
      workspaceId,
      websiteId: query.websiteId,
      engine: id,
      surface,
      model: null,
      caseIds: loaded.caseIds,
    } as const;
    const ofCases =
      counted === undefined ? await countAttempts(ctx, attempts) : await searchesOfPeriod(ctx.db, filter, query);
    for (const { caseId, counts } of ofCases) {
      const ofQuestion = cases.get(caseId) ?? '';
      if (questionId === null || questionId === ofQuestion) parts.push({ engine: id, questionId: ofQuestion, counts });
    }
  }
  return searchQueries(buildHead(loaded, query), {
    website: { ...loaded.website, learned: [], commonWords: [] },
    engines: loaded.engines.map(({ label, scope }) => ({ engine: scope.engine, label })),
    leftOut: loaded.leftOut,
    parts,
    limit,
  });
}

/** Only the newest hundred attempts, if no others are counted. */
function countAttempts(ctx: Ctx, attempts: VisibilityScope['attempts']): Promise<CaseSearches[]> {
  const completed = attempts.filter(({ status }) => status === 'completed');
  return countCases(ctx.db, ctx.principal.workspaceId, completed);
}

function buildHead(
  { website: { id, domain }, simulated, questionKinds }: LoadedEngines<VisibilityScope>,
  { startDate, endDate }: VisibilityQuery,
) {
  return { website: { id, domain }, window: { startDate, endDate }, simulated, questionKinds };
}
