import type { NoAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { ReadSearch } from '../../domain/answer/reading.ts';
import { ownsUrl, readOwner } from '../../domain/identity/owner.ts';
import type { RunKind } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { findPurchase, type SavedEntry } from '../../store/money/ledgerEntries.ts';
import { findCase } from '../../store/questions/keywordCases.ts';
import { searchesOfRuns } from '../../store/runs/searches.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { readResult, readRun } from './readObservation.ts';

type OwnedPage = ReadSearch['pages'][number] & { owned: boolean };

export type FullRun = {
  run: RunRecord;
  result: unknown;
  questionId: string | null;
  noAnswer: NoAnswer | null;
  /** Null: the provider does not report searches. */
  searches: { query: string; pages: OwnedPage[] }[] | null;
  /** Ledger entries of its answer. */
  entries: readonly SavedEntry[];
};

/** Reads one run, with the steps that led its engine to the answer, from saved state. @throws not_found */
export async function readFullRun(ctx: Ctx, input: { kind: RunKind; id: string }): Promise<FullRun> {
  const { workspaceId } = ctx.principal;
  const run = await readRun(ctx, input);
  const result = await readResult(ctx, run);
  if (run.kind !== 'keyword') return { run, result, questionId: null, noAnswer: null, searches: null, entries: [] };
  const [keywordCase, readings, searches, website, money] = await Promise.all([
    findCase(ctx.db, workspaceId, run.targetId),
    shownReadings(ctx.db, workspaceId, [{ runId: run.id, version: null }]),
    searchesOfRuns(ctx.db, workspaceId, [run.id]),
    run.websiteId === null ? null : findVisibilityWebsite(ctx.db, workspaceId, run.websiteId),
    findPurchase(ctx.db, workspaceId, run.id),
  ]);
  // The owner of a page follows from the registered domains; names learned from answers say nothing about addresses.
  const owner = website === null ? null : readOwner({ ...website, learned: [], commonWords: [] });
  const isOwned = (url: string) => owner !== null && ownsUrl(owner, url);
  const reports = searches.get(run.id)?.map(({ query, pages }) => ({
    query,
    pages: pages.map((page) => ({ ...page, owned: isOwned(page.url) })),
  }));
  return {
    run,
    result,
    questionId: keywordCase?.questionId ?? null,
    noAnswer: readings.get(run.id)?.facts.noAnswer ?? null,
    searches: reports ?? null,
    entries: money?.entries ?? [],
  };
}
