import { notFound } from '../../domain/errors.ts';
import type { Disposition } from '../../domain/runs/disposition.ts';
import { isTerminal, type RunKind } from '../../domain/runs/run.ts';
import type { RunRecord, ShownRun } from '../../domain/runs/runRecord.ts';
import { currentResult } from '../../store/results.ts';
import { activeMatches, findRun } from '../../store/runs.ts';
import { findShownRun, latestShown } from '../../store/shownRuns.ts';
import type { Ctx } from '../world.ts';
import { type ObservationTarget, planObservation } from './planObservation.ts';

/** Reads the latest matching completed run, or the active one that may become it. Starts nothing, asks nobody. */
export async function readObservation(
  ctx: Ctx,
  target: ObservationTarget,
): Promise<{ disposition: Disposition; run: ShownRun | null; result: unknown }> {
  const plan = await planObservation(ctx, ctx.db, target, 'read');
  const match = { workspaceId: ctx.principal.workspaceId, targetId: plan.targetId, harnessKey: plan.harnessKey };
  const completed = await latestShown(ctx.db, match);
  if (completed !== null) return { disposition: 'saved', ...completed };
  const [active] = await activeMatches(ctx.db, match);
  return active === undefined
    ? { disposition: 'missing', run: null, result: null }
    : { disposition: 'existing_active', run: active, result: null };
}

/** Reads one run of the workspace and its result from saved state. @throws not_found */
export async function readShownRun(
  ctx: Ctx,
  input: { kind: RunKind; id: string },
): Promise<{ disposition: Disposition; run: ShownRun; result: unknown }> {
  const shownRun = await findShownRun(ctx.db, ctx.principal.workspaceId, input.id);
  if (shownRun === null || shownRun.run.kind !== input.kind) throw notFound('run');
  return { disposition: dispositionOf(shownRun.run), ...shownRun };
}

/** Finds one run of the workspace. @throws not_found */
export async function readRun(ctx: Ctx, input: { kind: RunKind; id: string }): Promise<RunRecord> {
  const run = await findRun(ctx.db, ctx.principal.workspaceId, input.id);
  if (run === null || run.kind !== input.kind) throw notFound('run');
  return run;
}

export function dispositionOf(run: ShownRun): Disposition {
  return isTerminal(run.status) ? 'saved' : 'existing_active';
}

/** The result shown for a run; null until it has completed. */
export async function readResult(ctx: Ctx, run: RunRecord): Promise<unknown> {
  if (run.status !== 'completed') return null;
  return (await currentResult(ctx.db, run.workspaceId, run.id))?.result ?? null;
}
