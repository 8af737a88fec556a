import { AppError, notFound } from '../../domain/errors.ts';
import { expectedAnswerCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import { type BudgetDenial, type Disposition, decideEnsure, denyReservation } from '../../domain/runs/disposition.ts';
import { fingerprint, type Outcome } from '../../domain/runs/idempotency.ts';
import { unknownUsage } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { claimKey, rememberOutcome } from '../../store/idempotencyKeys.ts';
import { countActiveRuns, countRunsSince, isHeldElsewhere, lockOwner } from '../../store/reservations.ts';
import { activeMatches, findRun, insertRun, latestCompleted } from '../../store/runs.ts';
import { inTransaction, type Tx } from '../../store/transaction.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { type PaidRequest, takeGrant, withApproval } from '../access/spendGrants.ts';
import { assertNotFenced } from '../assertNotFenced.ts';
import { deniedOutcome } from '../deniedOutcome.ts';
import { holdPurchases, payerOf, worstCase } from '../money/holdPurchase.ts';
import { answerPurchase } from '../money/runPurchase.ts';
import { type Ctx, nowIso, steadyIso } from '../world.ts';
import { assertMayAsk, type ObservationPlan, type ObservationTarget, planObservation } from './planObservation.ts';
import { quoteEnsure } from './quoteEnsure.ts';
import { denyOverRound, findRoundRequest, noteRefusal, noteRoundRequest, type OpenRequest } from './roundRequests.ts';
import { submitRun } from './submitRun.ts';

export type EnsureInput = { body: ObservationTarget & { maxAgeSeconds: number }; idempotencyKey: string };

export type EnsureResult = { disposition: Disposition; run: RunRecord; maxAgeSeconds: number; replayed: boolean };

/**
 * Reuses a fresh result or an active run, or reserves and starts one. One transaction claims the key, decides, reserves
 * and records the run with its intent; only after its commit does anything leave for the provider.
 * @throws not_found, idempotency_conflict, creation_unresolved, account_not_allowed, run_limit, owner_active_elsewhere, approval_required,
 *   engine_unavailable, unsupported_setting, mcp_endpoint_not_public, insufficient_permission, persistence_unconfirmed
 */
export async function ensureObservation(ctx: Ctx, input: EnsureInput): Promise<EnsureResult> {
  const { body, idempotencyKey } = input;
  assertMayAsk(ctx, body);
  const scope = {
    workspaceId: ctx.principal.workspaceId,
    operation: 'ensureObservation' as const,
    key: idempotencyKey,
  };
  const print = fingerprint('ensureObservation', body);
  await ctx.prices.refresh();
  const request = { ...scope, idempotencyKey, fingerprint: print, body };
  const claim = await withApproval(
    ctx,
    request,
    () => quoteEnsure(ctx, body),
    () =>
      inTransaction(ctx.db, async (tx) => {
        const remembered = await claimKey(tx, scope, print, nowIso(ctx));
        if (remembered !== null) {
          if (remembered.fingerprint !== print) throw conflictingKey();
          return { outcome: remembered.outcome, replayed: true };
        }
        await lockOwner(tx, ctx.databaseKind, ctx.principal.ownerId);
        const ofRound = await findRoundRequest(ctx, tx, body, idempotencyKey);
        const plan = await planObservation(ctx, tx, body);
        const outcome = await decideAndReserve(ctx, tx, plan, request, ofRound);
        await rememberOutcome(tx, scope, outcome);
        if (ofRound !== null) await noteRoundRequest(tx, ofRound, outcome);
        return { outcome, replayed: false };
      }),
  ).catch(async (cause: unknown) => {
    await noteRefusal(ctx, body, idempotencyKey, cause).catch((failed: unknown) =>
      ctx.log.warn({ cause: String(failed) }, 'why a request was refused could not be noted on its round'),
    );
    throw cause;
  });
  return answer(ctx, claim.outcome, claim.replayed, body.maxAgeSeconds);
}

async function decideAndReserve(
  ctx: Ctx,
  tx: Tx,
  plan: ObservationPlan,
  request: PaidRequest & Pick<EnsureInput, 'body'>,
  ofRound: OpenRequest | null,
): Promise<Outcome> {
  const now = ctx.runtime.now();
  const match = { workspaceId: ctx.principal.workspaceId, targetId: plan.targetId, harnessKey: plan.harnessKey };
  const active = await activeMatches(tx, match);
  const decision = decideEnsure(await latestCompleted(tx, match), active, request.body.maxAgeSeconds, now);
  if (decision.kind === 'creation_unresolved') throw unresolvedCreation(active, decision.runId);
  if (decision.kind !== 'reserve') return decision;

  plan.assertBuyable();
  assertMaySpend(ctx);
  const { evaluated, targetId } = plan;
  if (evaluated.kind === 'keyword' && plan.harness.surface !== 'simulator') {
    await assertNotFenced(tx, { kind: 'case', caseId: targetId, engineId: evaluated.engine });
  }
  // A capture buys nothing.
  if (evaluated.kind === 'keyword') await takeGrant(ctx, tx, request);
  const { ownerId, workspaceId } = ctx.principal;
  const startOfDay = `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const allowance = {
    activeRuns: await countActiveRuns(tx, ownerId),
    activeRunLimit: ctx.settings.activeRunsPerOwner,
    runsToday: await countRunsSince(tx, ownerId, startOfDay),
    runsPerDay: ctx.settings.runsPerDayPerOwner,
    heldElsewhere: await isHeldElsewhere(tx, ownerId, workspaceId, plan.reservationKey()),
  };
  const denial = denyReservation(allowance, now);
  if (denial !== null) return { kind: 'denied', ...denial };
  const run = newRun(ctx, plan, now, ofRound);
  const unaffordable = await holdAnswer(ctx, tx, run, ofRound);
  if (unaffordable !== null) return { kind: 'denied', ...unaffordable };
  await insertRun(tx, run);
  return { kind: 'started', runId: run.id };
}

/** Holds the worst case of a run against every budget that applies. A capture buys nothing. */
async function holdAnswer(ctx: Ctx, tx: Tx, run: RunRecord, request: OpenRequest | null): Promise<BudgetDenial | null> {
  if (run.kind !== 'keyword') return null;
  const { engine } = run;
  const { model } = run.ask.search;
  const expected = expectedAnswerCost(ctx.prices.book(), { engine, model, date: dayOf(run.createdAt) });
  const overRound = request === null ? null : await denyOverRound(tx, request, worstCase(ctx, expected)?.max ?? null);
  if (overRound !== null) return overRound;
  const what = `an answer of ${engine}${model === null ? '' : ` (${model})`}`;
  return holdPurchases(tx, ctx, [{ purchase: answerPurchase(run), expected }], what);
}

/** What is asked by hand is paid for like everything else that a person asks: by no key and no plan. */
function newRun(ctx: Ctx, plan: ObservationPlan, now: number, ofRound: OpenRequest | null): RunRecord {
  const payer =
    ofRound?.kind === 'asks'
      ? { keyId: null, planId: null }
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
    // What the request itself sends is taken up by a worker only when that request has died.
    dueAt: isSentByRequest(ctx, plan.evaluated) ? steadyIso(ctx, ctx.settings.submitTimeoutMs + 5_000) : steadyIso(ctx),
    failedLooks: 0,
    usage: unknownUsage,
    error: null,
    replayOf: null,
    ...payer,
  };
}

/** Captures, and creates of engines that answer slowly, are the worker's: the request answers at once. */
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
  if (outcome.kind !== 'started' || replayed)
    return { disposition: outcome.kind, run: savedRun, maxAgeSeconds, replayed };
  const run = savedRun.kind === 'keyword' && isSentByRequest(ctx, savedRun) ? await submitRun(ctx, savedRun) : savedRun;
  ctx.wakeWorker();
  return { disposition: 'started', run, maxAgeSeconds, replayed };
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
