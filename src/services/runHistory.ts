import { notFound } from '../domain/errors.ts';
import type { KeywordCase } from '../domain/keywordCase.ts';
import type { RunKind } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { type AnswerListing, answerListing } from '../domain/visibility/answerListing.ts';
import type { AnswerFacts, VisibilityAttempt, VisibilityWebsite } from '../domain/visibility/attempt.ts';
import { findCase } from '../store/keywordCases.ts';
import { factsOfRuns, listRuns as listRunsOf } from '../store/runHistory.ts';
import { findRun } from '../store/runs.ts';
import { findVisibilityWebsite } from '../store/visibilityWebsites.ts';
import type { Ctx } from './world.ts';

export type RunQuery = {
  kind?: RunKind | undefined;
  caseId?: string | undefined;
  websiteId?: string | undefined;
  activeOnly: boolean;
  since?: string | undefined;
  /** A run id: the list continues after it. */
  before?: string | undefined;
  limit: number;
};

/** Saved runs of the workspace, newest first. Starts nothing, asks nobody. @throws not_found for an unknown `before` */
export async function listRuns(ctx: Ctx, query: RunQuery): Promise<RunRecord[]> {
  const { workspaceId } = ctx.principal;
  const after = query.before === undefined ? null : await findRun(ctx.db, workspaceId, query.before);
  if (query.before !== undefined && after === null) throw notFound('run');
  return listRunsOf(
    ctx.db,
    {
      workspaceId,
      kind: query.kind,
      targetId: query.caseId,
      websiteId: query.websiteId,
      activeOnly: query.activeOnly,
      since: query.since,
      before: after === null ? undefined : { createdAt: after.createdAt, id: after.id },
    },
    query.limit,
  );
}

export type ListedAnswer = { run: RunRecord; listing: AnswerListing };

/** The attempts at one question, newest first, each with what its answer says about the owner. @throws not_found */
export async function listAnswers(
  ctx: Ctx,
  input: { id: string; limit: number },
): Promise<{ found: KeywordCase; answers: ListedAnswer[] }> {
  const { workspaceId } = ctx.principal;
  const found = await findCase(ctx.db, workspaceId, input.id);
  if (found === null) throw notFound('case');
  const runs = await listRunsOf(ctx.db, { workspaceId, kind: 'keyword', targetId: found.id }, input.limit);
  const facts = await factsOfRuns(
    ctx.db,
    workspaceId,
    runs.map((run) => run.id),
  );
  const website = await visibilityWebsite(ctx, found.target?.websiteId ?? null);
  return {
    found,
    answers: runs.map((run) => ({ run, listing: answerListing(attemptOf(run, facts.get(run.id) ?? null), website) })),
  };
}

/** One answer with its question and what it says about the owner. @throws not_found */
export async function readAnswer(ctx: Ctx, input: { id: string }): Promise<ListedAnswer & { found: KeywordCase }> {
  const { workspaceId } = ctx.principal;
  const run = await findRun(ctx.db, workspaceId, input.id);
  if (run === null || run.kind !== 'keyword') throw notFound('run');
  const found = await findCase(ctx.db, workspaceId, run.targetId);
  if (found === null) throw notFound('run');
  const facts = await factsOfRuns(ctx.db, workspaceId, [run.id]);
  const website = await visibilityWebsite(ctx, run.websiteId);
  return { run, found, listing: answerListing(attemptOf(run, facts.get(run.id) ?? null), website) };
}

function visibilityWebsite(ctx: Ctx, websiteId: string | null): Promise<VisibilityWebsite | null> {
  return websiteId === null
    ? Promise.resolve(null)
    : findVisibilityWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
}

function attemptOf(run: RunRecord, facts: AnswerFacts | null): VisibilityAttempt {
  const keyword = run.ask.kind === 'keyword' ? run.ask : null;
  return {
    runId: run.id,
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
    facts,
  };
}
