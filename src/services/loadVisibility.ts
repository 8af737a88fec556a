import { failedGates } from '../domain/checks/failedGates.ts';
import { notFound } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import type { Surface } from '../domain/run.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../domain/visibility/attempt.ts';
import { previousWindow } from '../domain/visibility/previousWindow.ts';
import { type DateWindow, mostAttempts, type SourceType, type VisibilityScope } from '../domain/visibility/scope.ts';
import type { OverviewScope } from '../domain/visibility/visibilityOverview.ts';
import type { RecommendationScope } from '../domain/visibility/visibilityRecommendations.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import { countOpenQuestions, hasAttempts, newestAttempts } from '../store/visibilityAttempts.ts';
import { findVisibilityWebsite } from '../store/visibilityWebsites.ts';
import { latestWebsiteResult } from '../store/websiteResults.ts';
import { nowIso, type World } from './world.ts';

export type VisibilityQuery = DateWindow & {
  websiteId: string;
  platform: string | null;
  model: string | null;
  sourceType: SourceType;
  limit: number;
};

/** The part of a context that a read needs: no provider is ever asked, only what kind it is. */
export type Reader = Pick<World, 'db' | 'runtime'> & {
  principal: Pick<Principal, 'workspaceId'>;
  answers: Pick<AnswerProvider, 'simulated' | 'surface'>;
};

export type Loaded = VisibilityScope & { surface: Surface };

const dayMs = 86_400_000;

/** Reads the newest attempts that match. Saved state only; starts nothing. @throws not_found */
export async function loadScope(reader: Reader, query: VisibilityQuery): Promise<Loaded> {
  const website = await findVisibilityWebsite(reader.db, reader.principal.workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const surface = await surfaceOf(reader, website);
  const newest = await attemptsIn(reader, query, surface, query, mostAttempts + 1);
  const truncated = newest.length > mostAttempts;
  return {
    website,
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
async function surfaceOf({ db, principal, answers }: Reader, website: VisibilityWebsite): Promise<Surface> {
  if (!answers.simulated) return answers.surface;
  const real = 'openai-responses-web-search';
  return (await hasAttempts(db, principal.workspaceId, website.id, real)) ? real : 'simulator';
}

function attemptsIn(
  reader: Reader,
  query: Pick<VisibilityQuery, 'websiteId' | 'model'>,
  surface: Surface,
  window: DateWindow,
  limit: number,
): Promise<VisibilityAttempt[]> {
  const { startDate, endDate } = window;
  return newestAttempts(
    reader.db,
    {
      workspaceId: reader.principal.workspaceId,
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
  reader: Reader,
  query: VisibilityQuery,
  scope: Loaded,
): Promise<readonly VisibilityAttempt[] | null> {
  const window = previousWindow(query);
  return window === null ? null : attemptsIn(reader, query, scope.surface, window, mostAttempts);
}

export async function loadOverviewScope(reader: Reader, query: VisibilityQuery): Promise<OverviewScope> {
  const scope = await loadScope(reader, query);
  const [savedQuestions, before] = await Promise.all([
    countOpenQuestions(reader.db, reader.principal.workspaceId, query.websiteId),
    previousAttempts(reader, query, scope),
  ]);
  return { ...scope, now: nowIso(reader), savedQuestions, previousAttempts: before };
}

export async function loadRecommendationScope(reader: Reader, query: VisibilityQuery): Promise<RecommendationScope> {
  const scope = await loadScope(reader, query);
  const [saved, before] = await Promise.all([
    latestWebsiteResult(reader.db, reader.principal.workspaceId, query.websiteId),
    previousAttempts(reader, query, scope),
  ]);
  const websiteRun = saved === null ? null : { runId: saved.runId, failedGates: failedGates(saved.result) };
  return { ...scope, now: nowIso(reader), previousAttempts: before, websiteRun };
}
