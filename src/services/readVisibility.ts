import { failedGates } from '../domain/checks/failedGates.ts';
import { notFound } from '../domain/errors.ts';
import type { Surface } from '../domain/run.ts';
import type { VisibilityAttempt } from '../domain/visibility/attempt.ts';
import { type CurrentVisibility, currentVisibility } from '../domain/visibility/currentVisibility.ts';
import { previousWindow } from '../domain/visibility/previousWindow.ts';
import { type PromptVisibility, promptVisibility } from '../domain/visibility/promptVisibility.ts';
import { type DateWindow, mostAttempts, type SourceType, type VisibilityScope } from '../domain/visibility/scope.ts';
import { type TopCitations, topCitations } from '../domain/visibility/topCitations.ts';
import {
  type OverviewScope,
  type VisibilityOverview,
  visibilityOverview,
} from '../domain/visibility/visibilityOverview.ts';
import {
  type RecommendationScope,
  type VisibilityRecommendations,
  visibilityRecommendations,
} from '../domain/visibility/visibilityRecommendations.ts';
import type { Website } from '../domain/website.ts';
import { countOpenQuestions, hasAttempts, newestAttempts } from '../store/visibilityAttempts.ts';
import { latestWebsiteResult } from '../store/websiteResults.ts';
import { findWebsite } from '../store/websites.ts';
import { type Ctx, nowIso } from './world.ts';

export type VisibilityQuery = DateWindow & {
  websiteId: string;
  platform: string | null;
  model: string | null;
  sourceType: SourceType;
  limit: number;
};

const dayMs = 86_400_000;

type Loaded = VisibilityScope & { surface: Surface };

/** Reads the newest attempts that match. Saved state only; starts nothing. @throws not_found */
async function loadScope(ctx: Ctx, query: VisibilityQuery): Promise<Loaded> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const surface = await surfaceOf(ctx, website);
  const newest = await attemptsIn(ctx, query, surface, query, mostAttempts + 1);
  const truncated = newest.length > mostAttempts;
  return {
    website: { id: website.id, domain: website.domain, name: website.name, aliases: website.aliases },
    window: { startDate: query.startDate, endDate: query.endDate },
    filters: { platform: query.platform, model: query.model, sourceType: query.sourceType, limit: query.limit },
    attempts: newest.slice(0, mostAttempts),
    truncated,
    // Counting a long history would cost more than the report; how many there are beyond a hundred is left unknown.
    matched: truncated ? null : newest.length,
    simulated: surface === 'simulator',
    surface,
  };
}

/** Simulated and real answers never share a report: once a website has real ones, they are what is reported. */
async function surfaceOf(ctx: Ctx, website: Website): Promise<Surface> {
  if (!ctx.answers.simulated) return ctx.answers.surface;
  const real = 'openai-responses-web-search';
  return (await hasAttempts(ctx.db, ctx.principal.workspaceId, website.id, real)) ? real : 'simulator';
}

function attemptsIn(
  ctx: Ctx,
  query: Pick<VisibilityQuery, 'websiteId' | 'model'>,
  surface: Surface,
  window: DateWindow,
  limit: number,
): Promise<VisibilityAttempt[]> {
  const { startDate, endDate } = window;
  return newestAttempts(
    ctx.db,
    {
      workspaceId: ctx.principal.workspaceId,
      websiteId: query.websiteId,
      surface,
      model: query.model,
      from: startDate === null ? null : `${startDate}T00:00:00.000Z`,
      before: endDate === null ? null : new Date(Date.parse(`${endDate}T00:00:00.000Z`) + dayMs).toISOString(),
    },
    limit,
  );
}

async function previousAttempts(
  ctx: Ctx,
  query: VisibilityQuery,
  scope: Loaded,
): Promise<readonly VisibilityAttempt[] | null> {
  const window = previousWindow(query);
  return window === null ? null : attemptsIn(ctx, query, scope.surface, window, mostAttempts);
}

export async function readCurrentVisibility(ctx: Ctx, query: VisibilityQuery): Promise<CurrentVisibility> {
  return currentVisibility(await loadScope(ctx, query));
}

export async function readVisibilityOverview(ctx: Ctx, query: VisibilityQuery): Promise<VisibilityOverview> {
  return visibilityOverview(await loadOverviewScope(ctx, query));
}

export async function readTopCitations(ctx: Ctx, query: VisibilityQuery): Promise<TopCitations> {
  return topCitations(await loadScope(ctx, query));
}

export async function readPromptVisibility(ctx: Ctx, query: VisibilityQuery): Promise<PromptVisibility> {
  return promptVisibility(await loadScope(ctx, query));
}

export async function readRecommendations(ctx: Ctx, query: VisibilityQuery): Promise<VisibilityRecommendations> {
  return visibilityRecommendations(await loadRecommendationScope(ctx, query));
}

async function loadOverviewScope(ctx: Ctx, query: VisibilityQuery): Promise<OverviewScope> {
  const scope = await loadScope(ctx, query);
  const [savedQuestions, before] = await Promise.all([
    countOpenQuestions(ctx.db, ctx.principal.workspaceId, query.websiteId),
    previousAttempts(ctx, query, scope),
  ]);
  return { ...scope, now: nowIso(ctx), savedQuestions, previousAttempts: before };
}

async function loadRecommendationScope(ctx: Ctx, query: VisibilityQuery): Promise<RecommendationScope> {
  const scope = await loadScope(ctx, query);
  const [saved, before] = await Promise.all([
    latestWebsiteResult(ctx.db, ctx.principal.workspaceId, query.websiteId),
    previousAttempts(ctx, query, scope),
  ]);
  const websiteRun = saved === null ? null : { runId: saved.runId, failedGates: failedGates(saved.result) };
  return { ...scope, now: nowIso(ctx), previousAttempts: before, websiteRun };
}
