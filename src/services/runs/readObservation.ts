import { notFound } from '../../domain/errors.ts';
import type { Disposition } from '../../domain/runs/disposition.ts';
import { isTerminal, type RunKind } from '../../domain/runs/run.ts';
import type { RunRecord, ShownRun } from '../../domain/runs/runRecord.ts';
import { readOncePerTurn } from '../../store/database/readOncePerTurn.ts';
import { currentResult } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import {
  findCaseAndMatch,
  findKeyAndCase,
  findKeyAndRun,
  findShownMatch,
  findShownRun,
} from '../../store/runs/shown.ts';
import type { RunAndResult } from '../../store/runs/shownRows.ts';
import type { ReadEarly } from '../access/authenticate.ts';
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
function readOfCase(ctx: Ctx, target: CaseTarget): Promise<RunAndResult | null> {
  const name = nameOf(target);
  // Read after this request arrived, but perhaps before the others of this turn.
  if (ctx.early?.case !== undefined) return readCaseNow(ctx, target, name);
  return readOncePerTurn(ctx.db, `case ${ctx.principal.workspaceId} ${name}`, () => readCaseNow(ctx, target, name));
}

type CaseTarget = { caseId: string; useSeoTools: boolean };
const nameOf = ({ caseId, useSeoTools }: CaseTarget): string => `${caseId} ${useSeoTools}`;

/** Reads a case with the key of its request, if the identity under which it was last read is known. */
export function readCaseEarly(target: CaseTarget): ReadEarly | null {
  const harnessKey = lastHarnesses.get(nameOf(target));
  if (harnessKey === undefined) return null;
  return async ({ db }, keyHash) => {
    const { key, found } = await findKeyAndCase(db, keyHash, { targetId: target.caseId, harnessKey });
    return { key, early: { case: { harnessKey, found } } };
  };
}

/** Reads a run with the key of its request. */
export function readRunEarly(id: string): ReadEarly | null {
  // Other ids are refused before any read.
  if (!/^\w{1,64}$/.test(id)) return null;
  return async ({ db }, keyHash) => {
    const { key, found } = await findKeyAndRun(db, keyHash, id);
    return { key, early: { run: { found } } };
  };
}

async function readCaseNow(ctx: Ctx, target: CaseTarget, name: string): Promise<RunAndResult | null> {
  const { workspaceId } = ctx.principal;
  const guess = { workspaceId, targetId: target.caseId, harnessKey: lastHarnesses.get(name) ?? '' };
  const early = ctx.early?.case?.harnessKey === guess.harnessKey ? ctx.early.case : null;
  const read = early === null ? await findCaseAndMatch(ctx.db, guess) : early.found;
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
  const early = ctx.early?.run;
  const shownRun = early === undefined ? await findShownRun(ctx.db, ctx.principal.workspaceId, input.id) : early.found;
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
