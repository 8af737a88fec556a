import type { WebsiteResult } from '../../domain/checks/analyze.ts';
import { type AnalysisDiff, diffAnalyses } from '../../domain/checks/diffAnalyses.ts';
import { notFound } from '../../domain/errors.ts';
import { currentResult } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import type { Ctx } from '../appContext.ts';
import { analysisOf } from './replayWebsite.ts';

/** Lists the verdicts that differ between two completed runs of one website. @throws not_found */
export async function compareWebsiteRuns(ctx: Ctx, input: { before: string; after: string }): Promise<AnalysisDiff> {
  const [before, after] = await Promise.all([read(ctx, input, 'before'), read(ctx, input, 'after')]);
  if (before.targetId !== after.targetId) throw notFound('run', 'after');
  return diffAnalyses(analysisOf(before.result), analysisOf(after.result));
}

async function read(ctx: Ctx, input: { before: string; after: string }, field: 'before' | 'after') {
  const { workspaceId } = ctx.principal;
  const run = await findRun(ctx.db, workspaceId, input[field]);
  if (run === null || run.kind !== 'website' || run.status !== 'completed') throw notFound('run', field);
  const result = await currentResult(ctx.db, workspaceId, run.id);
  if (result === null) throw notFound('run', field);
  return { targetId: run.targetId, result: result.result as WebsiteResult };
}
