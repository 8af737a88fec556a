import { AppError, notFound } from '../../domain/errors.ts';
import { expectedAnswerCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import { type BudgetDenial, type Disposition, decideEnsure, denyReservation } from '../../domain/runs/disposition.ts';
import { fingerprint, type Outcome } from '../../domain/runs/idempotency.ts';
import type { RestoreFence } from '../../domain/runs/restoreFence.ts';
import { unknownUsage } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { inOneTrip, inTransaction, type Tx } from '../../store/database/transaction.ts';
import { findOpenFence } from '../../store/operator/restoreFences.ts';
import { claimKey, type KeyScope, rememberOutcome } from '../../store/runs/idempotencyKeys.ts';
import { countForClaim, lockOwner, passIfClaimable } from '../../store/runs/reservations.ts';
import { activeMatches, findRun, insertRun, latestCompleted } from '../../store/runs/rows.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { recordAct } from '../access/auditLog.ts';
import { claimGrant, type PaidRequest, withApproval } from '../access/spendGrants.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { assertNotFenced } from '../assertNotFenced.ts';
import { deniedOutcome } from '../deniedOutcome.ts';
import { holdPurchases, payerOf, worstCase } from '../money/holdPurchase.ts';
import { answerPurchase } from '../money/runPurchase.ts';
import {
  assertMayAsk,
  findTarget,
  type ObservationPlan,
  type ObservationTarget,
  planTarget,
} from './planObservation.ts';
import { claimQuickly } from './quickClaims.ts';
import { quoteEnsure } from './quoteEnsure.ts';
import { denyOverRound, findRoundRequest, noteRoundRequest, type OpenRequest, recordRefusal } from './roundRequests.ts';
import { submitRun } from './submitRun.ts';

export type EnsureInput = { body: ObservationTarget & { maxAgeSeconds: number }; idempotencyKey: string };

export type EnsureResult = { disposition: Disposition; run: RunRecord; maxAgeSeconds: number; replayed: boolean };

/**
 * Reuses a fresh result or an active run, or reserves and starts one. One transaction claims the key, decides, reserves
 * and records the run with its intent; nothing is sent to the provider before its commit.
 * @throws not_found, idempotency_conflict, creation_unresolved, account_not_allowed, run_limit, owner_active_elsewhere,
 * approval_required, engine_unavailable, unsupported_setting, mcp_endpoint_not_public, insufficient_permission,
 * persistence_unconfirmed
 */
export async function ensureObservation(ctx: Ctx, input: EnsureInput): Promise<EnsureResult> {
  const { body, idempotencyKey } = input;
  assertMayAsk(ctx, body);
  const scope: KeyScope = {
    workspaceId: ctx.principal.workspaceId,
    operation: 'ensureObservation',
    key: idempotencyKey,
  };
  const print = fingerprint('ensureObservation', body);
  await ctx.prices.refresh();
  const request = { ...scope, idempotencyKey, fingerprint: print, body };
  const claimOnce = (isQuick: boolean) =>
    inTransaction(ctx.db, async (tx) => {
      const [remembered, target, fence] = await inOneTrip([
        claimKey(tx, scope, print, nowIso(ctx)),
        findTarget(ctx, tx, body),
        findOpenFence(tx),
      ]);
      if (remembered !== null) {
        if (remembered.fingerprint !== print) throw conflictingKey();
        if (remembered.outcome?.kind !== 'denied') await recordEnsure(ctx, tx, body);
        return { outcome: remembered.outcome, run: null, replayed: true };
      }
      const ofRound = await findRoundRequest(ctx, tx, body, idempotencyKey);
      const plan = planTarget(ctx, target, 'spend');
      const { outcome, run } = await decideAndReserve(ctx, tx, { ...request, plan, fence, ofRound, isQuick });
      if (run === null) await inOneTrip(listNotes(ctx, tx, request, outcome));
      if (ofRound !== null) await noteRoundRequest(tx, ofRound, outcome);
      return { outcome, run, replayed: false };
    });
  const claim = await withApproval(
    ctx,
    request,
    () => quoteEnsure(ctx, body),
    () => claimQuickly(ctx, body, idempotencyKey, claimOnce),
  ).catch(async (cause: unknown) => {
    await recordRefusal(ctx, body, idempotencyKey, cause).catch((failed: unknown) =>
      ctx.log.warn({ cause: String(failed) }, 'could not save on its round why a request was refused'),
    );
    throw cause;
  });
  const { maxAgeSeconds } = body;
  if (claim.run !== null) return { ...(await start(ctx, claim.run)), maxAgeSeconds };
  return answer(ctx, claim.outcome, claim.replayed, maxAgeSeconds);
}

/** Decision for a new key; `run` is set if one was reserved and must be started, and the key already remembers it. */
type Decision = { outcome: Outcome; run: RunRecord | null };

type EnsureRequest = PaidRequest & KeyScope & Pick<EnsureInput, 'body'>;

/** A request with a new key, and the records it refers to. `isQuick`: see `claimQuickly`. */
type NewRequest = EnsureRequest & {
  plan: ObservationPlan;
  fence: RestoreFence | null;
  ofRound: OpenRequest | null;
  isQuick: boolean;
};

async function decideAndReserve(ctx: Ctx, tx: Tx, request: NewRequest): Promise<Decision> {
  const { plan, fence, ofRound, isQuick } = request;
  const { ownerId, workspaceId } = ctx.principal;
  const now = ctx.runtime.now();
  const match = { workspaceId, targetId: plan.targetId, harnessKey: plan.harnessKey };
  const dayBegan = `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const claim = { ownerId, workspaceId, reservationKey: plan.reservationKey(), dayBegan };
  // The order matters: the owner's runs are read only after the owner's other claims have ended.
  const [, active, latest, counts] = await inOneTrip([
    isQuick ? Promise.resolve() : lockOwner(tx, ctx.databaseKind, ownerId),
    activeMatches(tx, match),
    latestCompleted(tx, match),
    isQuick ? Promise.resolve(null) : countForClaim(tx, claim),
  ]);
  const decision = decideEnsure(latest, active, request.body.maxAgeSeconds, now);
  if (decision.kind === 'creation_unresolved') throw unresolvedCreation(active, decision.runId);
  if (decision.kind !== 'reserve') return { outcome: decision, run: null };

  plan.assertBuyable();
  assertMaySpend(ctx);
  const { evaluated, targetId } = plan;
  // A capture buys nothing.
  if (evaluated.kind === 'keyword') {
    const target = { kind: 'case', caseId: targetId, engineId: evaluated.engine } as const;
    if (plan.harness.surface !== 'simulator') await assertNotFenced(tx, fence, target);
    await claimGrant(ctx, tx, request);
  }
  const { activeRunsPerOwner: activeRunLimit, runsPerDayPerOwner: runsPerDay } = ctx.settings;
  const denial = counts === null ? null : denyReservation({ ...counts, activeRunLimit, runsPerDay }, now);
  if (denial !== null) return { outcome: { kind: 'denied', ...denial }, run: null };
  const run = newRun(ctx, plan, now, ofRound);
  const outcome: Outcome = { kind: 'started', runId: run.id };
  const reserve = () => [
    ...(isQuick
      ? [
          lockOwner(tx, ctx.databaseKind, ownerId),
          passIfClaimable(tx, { ...claim, ...match, latestId: latest?.id ?? null, activeRunLimit, runsPerDay }),
        ]
      : []),
    insertRun(tx, run),
    ...listNotes(ctx, tx, request, outcome),
  ];
  const unaffordable = await holdAnswer(ctx, tx, run, request, reserve);
  return unaffordable === null ? { outcome, run } : { outcome: { kind: 'denied', ...unaffordable }, run: null };
}

/** Writes the remembered outcome and, unless denied, an audit entry. */
function listNotes(ctx: Ctx, tx: Tx, request: EnsureRequest, outcome: Outcome): Promise<void>[] {
  const remembered = rememberOutcome(tx, request, outcome);
  return outcome.kind === 'denied' ? [remembered] : [remembered, recordEnsure(ctx, tx, request.body)];
}

function recordEnsure(ctx: Ctx, tx: Tx, body: ObservationTarget): Promise<void> {
  return recordAct(ctx, tx, {
    act: 'ensureObservation',
    subject: body.kind === 'keyword' ? body.caseId : body.websiteId,
  });
}

/** Reserves a run, and holds its worst case against every budget that applies. A capture buys nothing. */
async function holdAnswer(
  ctx: Ctx,
  tx: Tx,
  run: RunRecord,
  { ofRound: request, isQuick }: NewRequest,
  reserve: () => readonly Promise<void>[],
): Promise<BudgetDenial | null> {
  if (run.kind !== 'keyword') {
    await inOneTrip(reserve());
    return null;
  }
  const { engine } = run;
  const { model } = run.ask.search;
  const work = ctx.engines.find(engine)?.work ?? null;
  const expected = expectedAnswerCost(ctx.prices.book(), { engine, model, date: dayOf(run.createdAt) }, work);
  const overRound =
    request === null ? null : await denyOverRound(ctx, tx, request, worstCase(ctx, expected)?.max ?? null);
  if (overRound !== null) return overRound;
  const what = `an answer from ${engine}${model === null ? '' : ` (${model})`}`;
  return holdPurchases(tx, ctx, [{ purchase: answerPurchase(run), expected }], what, reserve, isQuick);
}

/**
 * Creates the record of a run. A manual request is charged to no plan, and only to the key that asked, if one did.
 */
function newRun(ctx: Ctx, plan: ObservationPlan, now: number, ofRound: OpenRequest | null): RunRecord {
  const payer =
    ofRound?.kind === 'asks'
      ? { keyId: ofRound.payerKeyId, planId: null }
      : { keyId: payerOf(ctx.principal).keyId, planId: ofRound?.planId ?? null };
  const createdAt = new Date(now).toISOString();
  return {
    id: ctx.runtime.newId('run'),
    workspaceId: ctx.principal.workspaceId,
    ownerId: ctx.principal.ownerId,
    accountId: ctx.principal.accountId,
    ...plan.evaluated,
    targetId: plan.targetId,
    websiteId: plan.websiteId,
    reservationKey: plan.reservationKey(),
    harnessKey: plan.harnessKey,
    harnessVersion: plan.harness.version,
    surface: plan.harness.surface,
    status: 'queued',
    phase: 'reserved',
    version: 1,
    model: plan.harness.model,
    allowedDomains: plan.harness.allowedDomains,
    useSeoTools: plan.harness.useSeoTools,
    environmentFingerprint: null,
    completedSearchCount: null,
    sessionId: null,
    taskId: null,
    createdAt,
    updatedAt: createdAt,
    observedAt: null,
    submittedAt: null,
    deadlineAt: steadyIso(ctx, plan.deadlineMs),
    cancelRequestedAt: null,
    cancelAsks: 0,
    cancelAskedAt: null,
    // A worker takes over what the request itself sends only if that request has died.
    dueAt: isSentByRequest(ctx, plan.evaluated) ? steadyIso(ctx, ctx.settings.submitTimeoutMs + 5_000) : steadyIso(ctx),
    failedPolls: 0,
    usage: unknownUsage,
    error: null,
    replayOf: null,
    reopenedAt: null,
    ...payer,
  };
}

/**
 * Returns true if the request itself sends the create. Captures, and creates of slow engines, are left to the worker,
 * so that the request returns immediately.
 */
function isSentByRequest(ctx: Ctx, run: { engine: string | null }): boolean {
  return run.engine !== null && ctx.engines.find(run.engine)?.submittedBy === 'request';
}

async function answer(
  ctx: Ctx,
  outcome: Outcome | null,
  replayed: boolean,
  maxAgeSeconds: number,
): Promise<EnsureResult> {
  if (outcome === null || outcome.kind === 'report') throw new Error('an ensure key remembers no run');
  if (outcome.kind === 'denied') throw deniedOutcome(outcome, ctx.runtime.now());
  const savedRun = await findRun(ctx.db, ctx.principal.workspaceId, outcome.runId);
  if (savedRun === null) throw notFound('run');
  return { disposition: outcome.kind, run: savedRun, maxAgeSeconds, replayed };
}

/** Starts a run that this request has reserved. A create sent by the request itself is due only at its first poll. */
async function start(ctx: Ctx, reserved: RunRecord): Promise<Omit<EnsureResult, 'maxAgeSeconds'>> {
  const isSentHere = reserved.kind === 'keyword' && isSentByRequest(ctx, reserved);
  const run = isSentHere ? await submitRun(ctx, reserved) : reserved;
  if (!isSentHere) ctx.wakeWorker();
  return { disposition: 'started', run, replayed: false };
}

export function conflictingKey(): AppError {
  return new AppError(
    'idempotency_conflict',
    'Idempotency-Key: this key was used for another request body. Send the first body again, or use a new key for a new request.',
    { details: { field: 'Idempotency-Key' }, retry: 'never' },
  );
}

function unresolvedCreation(active: readonly RunRecord[], runId: string): AppError {
  const run = active.find((candidate) => candidate.id === runId);
  return new AppError(
    'creation_unresolved',
    'The provider may already be working on an earlier request for this. Inspect that run; nothing new is started until its outcome is known.',
    { recovery: { runId, sessionId: run?.sessionId ?? null }, retry: 'inspect_run' },
  );
}
