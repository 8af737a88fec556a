import { type Disposition, decideEnsure, denyReservation } from '../domain/disposition.ts';
import { AppError, notFound } from '../domain/errors.ts';
import { fingerprint, type Outcome } from '../domain/idempotency.ts';
import { unknownUsage } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { claimKey, rememberOutcome } from '../store/idempotency.ts';
import { countActiveRuns, countRunsSince, isHeldElsewhere, lockOwner } from '../store/reservations.ts';
import { activeMatches, findRun, insertRun, latestCompleted } from '../store/runs.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { assertMayAsk, type ObservationPlan, type ObservationTarget, planObservation } from './planObservation.ts';
import { submitRun } from './submitRun.ts';
import { type Ctx, nowIso } from './world.ts';

export type EnsureInput = { body: ObservationTarget & { maxAgeSeconds: number }; idempotencyKey: string };

export type Ensured = { disposition: Disposition; run: RunRecord; maxAgeSeconds: number; replayed: boolean };

/**
 * Reuses a fresh result or an active run, or reserves and starts one. One transaction claims the key, decides, reserves
 * and records the run with its intent; only after its commit does anything leave for the provider.
 * @throws not_found, idempotency_conflict, creation_unresolved, account_not_allowed, run_limit, owner_active_elsewhere,
 *   mcp_endpoint_not_public, insufficient_permission, persistence_unconfirmed
 */
export async function ensureObservation(ctx: Ctx, input: EnsureInput): Promise<Ensured> {
  const { body, idempotencyKey } = input;
  assertMayAsk(ctx, body);
  const scope = {
    workspaceId: ctx.principal.workspaceId,
    operation: 'ensureObservation' as const,
    key: idempotencyKey,
  };
  const print = fingerprint('ensureObservation', body);
  const claimed = await inTransaction(ctx.db, async (tx) => {
    const remembered = await claimKey(tx, scope, print, nowIso(ctx));
    if (remembered !== null) {
      if (remembered.fingerprint !== print) throw conflictingKey();
      return { outcome: remembered.outcome, replayed: true };
    }
    await lockOwner(tx, ctx.engine, ctx.principal.ownerId);
    const outcome = await decideAndReserve(ctx, tx, await planObservation(ctx, tx, body), body.maxAgeSeconds);
    await rememberOutcome(tx, scope, outcome);
    return { outcome, replayed: false };
  });
  return answer(ctx, claimed.outcome, claimed.replayed, body.maxAgeSeconds);
}

async function decideAndReserve(ctx: Ctx, tx: Tx, plan: ObservationPlan, maxAgeSeconds: number): Promise<Outcome> {
  const now = ctx.runtime.now();
  const match = { workspaceId: ctx.principal.workspaceId, targetId: plan.targetId, harnessKey: plan.harnessKey };
  const active = await activeMatches(tx, match);
  const decision = decideEnsure(await latestCompleted(tx, match), active, maxAgeSeconds, now);
  if (decision.kind === 'creation_unresolved') throw unresolvedCreation(active, decision.runId);
  if (decision.kind !== 'reserve') return decision;

  const { allowedAccounts } = ctx.settings;
  if (allowedAccounts !== null && !allowedAccounts.has(ctx.principal.accountEmail.toLowerCase())) {
    throw new AppError('account_not_allowed', 'This account is not on the list of accounts that may start paid work.', {
      retry: 'never',
    });
  }
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
  const run = newRun(ctx, plan, now);
  await insertRun(tx, run);
  return { kind: 'started', runId: run.id };
}

function newRun(ctx: Ctx, plan: ObservationPlan, now: number): RunRecord {
  const createdAt = new Date(now).toISOString();
  return {
    id: ctx.runtime.newId('run'),
    workspaceId: ctx.principal.workspaceId,
    ownerId: ctx.principal.ownerId,
    accountId: ctx.principal.accountId,
    kind: plan.ask.kind,
    targetId: plan.targetId,
    websiteId: plan.websiteId,
    reservationKey: plan.reservationKey(),
    harnessKey: plan.harnessKey,
    harnessVersion: plan.harness.version,
    surface: plan.harness.surface,
    ask: plan.ask,
    status: 'queued',
    phase: 'reserved',
    version: 1,
    model: plan.harness.model,
    searchMode: plan.harness.searchMode,
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
    deadlineAt: new Date(now + ctx.settings.runDeadlineMs).toISOString(),
    cancelRequestedAt: null,
    // A keyword run is sent by the request that made it; a worker takes it up only when that request has died.
    dueAt: plan.ask.kind === 'website' ? createdAt : new Date(now + ctx.settings.submitTimeoutMs + 5_000).toISOString(),
    failedLooks: 0,
    usage: unknownUsage,
    error: null,
    replayOf: null,
  };
}

async function answer(ctx: Ctx, outcome: Outcome | null, replayed: boolean, maxAgeSeconds: number): Promise<Ensured> {
  if (outcome === null || outcome.kind === 'report') throw new Error('an ensure key remembers no run');
  if (outcome.kind === 'denied') throw denied(outcome, ctx.runtime.now());
  const saved = await findRun(ctx.db, ctx.principal.workspaceId, outcome.runId);
  if (saved === null) throw notFound('run');
  if (outcome.kind !== 'started' || replayed) return { disposition: outcome.kind, run: saved, maxAgeSeconds, replayed };
  if (saved.kind === 'website') ctx.wakeWorker();
  const run = saved.kind === 'keyword' ? await submitRun(ctx, saved) : saved;
  ctx.wakeWorker();
  return { disposition: 'started', run, maxAgeSeconds, replayed };
}

/**
 * A denial stays with its key. `Retry-After` says when another request is worth sending, and the details that it needs a
 * key of its own: repeating this one changes nothing.
 */
function denied(outcome: Extract<Outcome, { kind: 'denied' }>, now: number): AppError {
  const { code, message, limit = null, freeAt = null } = outcome;
  const seconds = freeAt === null ? 1 : Math.max(1, Math.ceil((Date.parse(freeAt) - now) / 1000));
  return new AppError(code, message, {
    retry: 'never',
    ...(code === 'run_limit' ? { retryAfterSeconds: seconds } : {}),
    details: { field: 'Idempotency-Key', newKeyNeeded: true, ...(limit === null ? {} : { limit }) },
  });
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
