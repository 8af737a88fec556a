import { invalidField } from '../../domain/errors.ts';
import { compareEngines, type EngineComparison } from '../../domain/visibility/engines/comparison.ts';
import { type SearchPart, type SearchQueries, searchQueries } from '../../domain/visibility/engines/searchQueries.ts';
import { maxAttempts } from '../../domain/visibility/scope.ts';
import { casesOfWebsite, newestMarked } from '../../store/visibility/answerHistory.ts';
import { daysOfAttempts } from '../../store/visibility/dayCounts.ts';
import type { Ctx } from '../appContext.ts';
import { type LoadedEngines, loadEach, loadEngines } from './loadEngines.ts';
import { timesOf } from './periodAttempts.ts';
import type { VisibilityQuery } from './reportPlace.ts';
import { countCases, searchesOfPeriod } from './searchCounts.ts';

/** Compares engines side by side, one column each, over saved answers. Starts nothing. @throws not_found */
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
  if (engine !== null && named === null) throw invalidField('engine', 'is not an engine of this server');
  const { db } = ctx;
  const { workspaceId } = ctx.principal;
  const loaded = await loadEach(ctx, query, named === null ? undefined : [named], {
    async load({ filter }) {
      const days = await daysOfAttempts(db, filter, timesOf(query));
      const isAsked = days.length > 0;
      if (query.scope === 'all') {
        return { isAsked, ofCases: await searchesOfPeriod(db, { ...filter, model: null }, query, days) };
      }
      const newest = await newestMarked(db, filter, timesOf(query), maxAttempts);
      const completed = newest.filter(({ status }) => status === 'completed');
      return { isAsked, ofCases: await countCases(db, workspaceId, completed) };
    },
    isEmpty: ({ isAsked }) => !isAsked,
  });
  const cases = await casesOfWebsite(db, workspaceId, query.websiteId);
  const questions = new Map(cases.map((one) => [one.id, one.questionId]));
  const parts = loaded.engines
    .flatMap(({ id, scope }) => scope.ofCases.map(({ caseId, counts }) => ({ engine: id, caseId, counts })))
    .map(({ caseId, ...part }): SearchPart => ({ ...part, questionId: questions.get(caseId) ?? '' }))
    .filter((part) => questionId === null || questionId === part.questionId);
  return searchQueries(buildHead(loaded, query), {
    website: { ...loaded.website, learned: [], commonWords: [] },
    engines: loaded.engines.map(({ label, id }) => ({ engine: id, label })),
    leftOut: loaded.leftOut,
    parts,
    limit,
  });
}

function buildHead(
  { website: { id, domain }, simulated, questionKinds }: LoadedEngines<unknown>,
  { startDate, endDate }: VisibilityQuery,
) {
  return { website: { id, domain }, window: { startDate, endDate }, simulated, questionKinds };
}
