import { notFound } from '../../domain/errors.ts';
import type { Disposition } from '../../domain/runs/disposition.ts';
import { isTerminal, type RunKind } from '../../domain/runs/run.ts';
import type { RunRecord, ShownRun } from '../../domain/runs/runRecord.ts';
import { readOncePerTurn } from '../../store/database/readOncePerTurn.ts';
import { currentResult } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findCaseAndMatch, findShownMatch, findShownRun, type RunAndResult } from '../../store/runs/shown.ts';
import type { Ctx } from '../appContext.ts';
import { harnessOfCase, type ObservationTarget, planObservation } from './planObservation.ts';

/** Result of a read: no run if nothing matches. */
export type ReadObservation = { disposition: Disposition; run: ShownRun | null; result: unknown };

/** Reads the latest matching completed run, or the active one that may become it. Starts nothing, calls no provider. */
export async function readObservation(ctx: Ctx, target: ObservationTarget): Promise<ReadObservation> {
  const ofWebsite = target.kind === 'keyword' ? await readOfCase(ctx, target) : await readOfWebsite(ctx, target);
  return ofWebsite === null
    ? { disposition: 'missing', run: null, result: null }
    : { disposition: dispositionOf(ofWebsite.run), ...ofWebsite };
}

async function readOfWebsite(ctx: Ctx, target: ObservationTarget): Promise<RunAndResult | null> {
  const { targetId, harnessKey } = await planObservation(ctx, ctx.db, target, 'read');
  return findShownMatch(ctx.db, { workspaceId: ctx.principal.workspaceId, targetId, harnessKey });
}

/** Cache of the identity under which each case was last read: most keep it, and then one query is enough. */
const lastHarnesses = new Map<string, string>();
const maxLastHarnesses = 5_000;

/**
 * Reads the case and its run together, under the identity last computed for the case. Reads the run again only if that
 * identity has changed.
 */
function readOfCase(ctx: Ctx, target: { caseId: string; useSeoTools: boolean }): Promise<RunAndResult | null> {
  const name = `${target.caseId} ${target.useSeoTools}`;
  return readOncePerTurn(ctx.db, `case ${ctx.principal.workspaceId} ${name}`, () => readCaseNow(ctx, target, name));
}

async function readCaseNow(
  ctx: Ctx,
  target: { caseId: string; useSeoTools: boolean },
  name: string,
): Promise<RunAndResult | null> {
  const { workspaceId } = ctx.principal;
  const guess = { workspaceId, targetId: target.caseId, harnessKey: lastHarnesses.get(name) ?? '' };
  const read = await findCaseAndMatch(ctx.db, guess);
  if (read === null) throw notFound('case');
  const { identity: harnessKey } = harnessOfCase(ctx, read.settings, target.useSeoTools);
  if (harnessKey === guess.harnessKey) return read.shown;
  if (lastHarnesses.size >= maxLastHarnesses) lastHarnesses.clear();
  lastHarnesses.set(name, harnessKey);
  return findShownMatch(ctx.db, { ...guess, harnessKey });
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

/** Reads the result displayed for a run; null until it has completed. */
export async function readResult(ctx: Ctx, run: RunRecord): Promise<unknown> {
  if (run.status !== 'completed') return null;
  return (await currentResult(ctx.db, run.workspaceId, run.id))?.result ?? null;
}
