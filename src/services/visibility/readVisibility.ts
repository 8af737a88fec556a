import { type CurrentVisibility, currentVisibility } from '../../domain/visibility/currentVisibility.ts';
import { type PromptVisibility, promptVisibility } from '../../domain/visibility/promptVisibility.ts';
import { type SourcesByKind, sourcesByKind } from '../../domain/visibility/sources/byKind.ts';
import { type TopCitations, topCitations } from '../../domain/visibility/sources/topCitations.ts';
import { type VisibilityOverview, visibilityOverview } from '../../domain/visibility/visibilityOverview.ts';
import {
  type VisibilityRecommendations,
  visibilityRecommendations,
} from '../../domain/visibility/visibilityRecommendations.ts';
import type { Ctx } from '../appContext.ts';
import { countQuestions } from './countQuestions.ts';
import {
  loadFilteredScope,
  loadOverviewScope,
  loadRecommendationScope,
  loadScope,
  loadSourcesScope,
  type VisibilityQuery,
} from './loadVisibility.ts';
import { readDays } from './readHistory.ts';

export type { VisibilityQuery };

/** Each read loads one period of saved attempts and hands it to the one pure function it needs. @throws not_found */

export async function readCurrentVisibility(ctx: Ctx, query: VisibilityQuery): Promise<CurrentVisibility> {
  return currentVisibility(await loadScope(ctx, query));
}

export async function readVisibilityOverview(ctx: Ctx, query: VisibilityQuery): Promise<VisibilityOverview> {
  const report = visibilityOverview(await loadOverviewScope(ctx, query));
  if (query.scope !== 'all') return report;
  // A day has one number everywhere, also where its answers are too many to be read here.
  return { ...report, ...(await readDays(ctx, { ...query, engine: query.engine ?? null })) };
}

export async function readTopCitations(ctx: Ctx, query: VisibilityQuery): Promise<TopCitations> {
  return topCitations(await loadScope(ctx, query));
}

export async function readSourcesByKind(ctx: Ctx, query: VisibilityQuery): Promise<SourcesByKind> {
  return sourcesByKind(await loadSourcesScope(ctx, query));
}

export async function readPromptVisibility(ctx: Ctx, query: VisibilityQuery): Promise<PromptVisibility> {
  const { scope, filter, website } = await loadFilteredScope(ctx, query);
  const isWhole = (scope.counted?.considered ?? 0) <= scope.attempts.length;
  const counts = isWhole ? null : await countQuestions(ctx.db, website, filter, query);
  return promptVisibility(scope, counts, query.after ?? null);
}

export async function readRecommendations(ctx: Ctx, query: VisibilityQuery): Promise<VisibilityRecommendations> {
  return visibilityRecommendations(await loadRecommendationScope(ctx, query));
}
