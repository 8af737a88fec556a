import type { ReadSearch } from '../../domain/answer/reading.ts';
import type { VisibilityAttempt } from '../../domain/identity/attempt.ts';
import { type AnswerListing, answerListing } from '../../domain/marks/answerListing.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { searchesOfRuns } from '../../store/runs/searches.ts';
import { type ShownReading, shownReadings } from '../../store/runs/shownReadings.ts';
import { newestAnswerNames } from '../../store/visibility/answerNames.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { withKnownNames } from '../visibility/withKnownNames.ts';

/** `searches` null: the provider does not report its searches. */
export type ListedAnswer = { run: RunRecord; listing: AnswerListing; searches: readonly ReadSearch[] | null };

/** Reads what each run's answer says, as reports read it: names are learned only from answers of the same surface. */
export async function listListings(ctx: Ctx, runs: readonly RunRecord[]): Promise<ListedAnswer[]> {
  const { workspaceId } = ctx.principal;
  const ids = runs.map(({ id }) => id);
  const readings = await shownReadings(
    ctx.db,
    workspaceId,
    ids.map((runId) => ({ runId, version: null })),
  );
  const searches = await searchesOfRuns(ctx.db, workspaceId, ids);
  const listings = new Map<string, AnswerListing>();
  const places = Map.groupBy(runs, ({ websiteId, surface }) => JSON.stringify([websiteId, surface]));
  for (const ofPlace of places.values()) {
    const attempts = ofPlace.map((run) => buildAttempt(run, readings.get(run.id)));
    const [{ websiteId, surface }] = ofPlace as [RunRecord, ...RunRecord[]];
    const registered = websiteId === null ? null : await findVisibilityWebsite(ctx.db, workspaceId, websiteId);
    const website =
      registered === null
        ? null
        : withKnownNames(registered, await newestAnswerNames(ctx.db, workspaceId, surface), attempts);
    for (const attempt of attempts) listings.set(attempt.runId, answerListing(attempt, website));
  }
  return runs.map((run) => ({
    run,
    listing: listings.get(run.id) as AnswerListing,
    searches: searches.get(run.id) ?? null,
  }));
}

function buildAttempt(run: RunRecord, reading: ShownReading | undefined): VisibilityAttempt {
  const keyword = run.ask.kind === 'keyword' ? run.ask : null;
  return {
    runId: run.id,
    engine: run.engine ?? '',
    caseId: run.targetId,
    question: keyword?.question ?? '',
    locale: keyword?.locale ?? { language: null, country: null, region: null, city: null, timezone: null },
    status: run.status,
    createdAt: run.createdAt,
    observedAt: run.observedAt,
    model: run.model,
    harnessVersion: run.harnessVersion,
    searchMode: run.searchMode ?? 'open-web',
    useSeoTools: run.useSeoTools,
    completedSearchCount: run.completedSearchCount,
    facts: reading?.facts ?? null,
    text: reading?.text ?? null,
  };
}
