import { notFound } from '../../domain/errors.ts';
import { type SpendingSums, sumOfEntries } from '../../domain/money/spending.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { isTerminal, type RunKind, type RunStatus } from '../../domain/runs/run.ts';
import type { CaptureStanding, RunRecord } from '../../domain/runs/runRecord.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { collectProgress } from '../../store/captures/progress.ts';
import { derivePurchases } from '../../store/money/ledgerEntries.ts';
import { findCase } from '../../store/questions/keywordCases.ts';
import { listRuns as listRunsOf } from '../../store/runs/listing.ts';
import { findRun } from '../../store/runs/rows.ts';
import type { Ctx } from '../appContext.ts';
import { type ListedAnswer, listListings } from './answerListings.ts';

export type RunQuery = {
  kind?: RunKind | undefined;
  caseId?: string | undefined;
  websiteId?: string | undefined;
  status?: RunStatus | undefined;
  engine?: string | undefined;
  activeOnly: boolean;
  since?: string | undefined;
  /** Position after which the list continues, by creation time. */
  after: ListPosition | null;
  count: number;
};

/** Lists saved runs of the workspace, newest first. Starts nothing, calls no provider. */
export function listRuns(ctx: Ctx, query: RunQuery): Promise<RunRecord[]> {
  return listRunsOf(
    ctx.db,
    {
      workspaceId: ctx.principal.workspaceId,
      kind: query.kind,
      targetId: query.caseId,
      websiteId: query.websiteId,
      status: query.status,
      engine: query.engine,
      activeOnly: query.activeOnly,
      since: query.since,
      after: query.after,
    },
    query.count,
  );
}

/** Returns a run's position in lists of runs, by its creation time. */
export function positionOfRun({ createdAt, id }: RunRecord): ListPosition {
  return { at: createdAt, id };
}

/** Returns the progress of runs that are currently capturing. */
export function progressOfRuns(ctx: Ctx, runs: readonly RunRecord[]): Promise<Map<string, CaptureStanding>> {
  const captured = runs.filter((run) => run.kind === 'website' && !isTerminal(run.status));
  return collectProgress(
    ctx.db,
    ctx.principal.workspaceId,
    captured.map((run) => run.id),
  );
}

/** Sums purchases by run, in their current state; a run without any is left out. */
export async function costsOfRuns(ctx: Ctx, runs: readonly RunRecord[]): Promise<Map<string, SpendingSums>> {
  const requests = runs.filter(({ kind }) => kind === 'keyword').map(({ id }) => id);
  const purchases = await derivePurchases(ctx.db, ctx.principal.workspaceId, requests);
  return new Map(
    [...Map.groupBy(purchases, ({ purchase }) => purchase.recordId)].map(([id, own]) => [
      id,
      sumOfEntries(own.flatMap(({ entries }) => entries)),
    ]),
  );
}

/** Reads one answer with its question and what it says about the owner. @throws not_found */
export async function readAnswer(ctx: Ctx, input: { id: string }): Promise<ListedAnswer & { found: KeywordCase }> {
  const { workspaceId } = ctx.principal;
  const run = await findRun(ctx.db, workspaceId, input.id);
  if (run === null || run.kind !== 'keyword') throw notFound('run');
  const keywordCase = await findCase(ctx.db, workspaceId, run.targetId);
  if (keywordCase === null) throw notFound('run');
  const [answer] = await listListings(ctx, [run]);
  if (answer === undefined) throw notFound('run');
  return { ...answer, found: keywordCase };
}
