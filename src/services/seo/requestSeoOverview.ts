import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { expectedSeoCallCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import type { BudgetDenial } from '../../domain/runs/disposition.ts';
import { fingerprint } from '../../domain/runs/idempotency.ts';
import {
  isComplete,
  type SeoCallRecord,
  type SeoRefusal,
  type SeoReportRecord,
  seoCallsOf,
  seoTag,
} from '../../domain/seo/seoReport.ts';
import { parseLookupDomain } from '../../domain/urls/siteDomain.ts';
import { openBuyers } from '../../ports/buyers.ts';
import type { SeoCallOutcome } from '../../ports/seoProvider.ts';
import type { SeoCallEnd } from '../../ports/spill.ts';
import { bindCapabilityReport } from '../../store/access/capabilities.ts';
import { assertOutsideTransaction, inTransaction, type Tx } from '../../store/database/transaction.ts';
import { findOpenFence } from '../../store/operator/restoreFences.ts';
import { claimKey, rememberOutcome } from '../../store/runs/idempotencyKeys.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { findRun } from '../../store/runs/rows.ts';
import {
  completeReport,
  countReportsSince,
  findReport,
  findUnresolvedReport,
  insertReport,
  moveCall,
  oldestReportSince,
  scheduleReport,
} from '../../store/seo/reports.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { hourMs } from '../access/readLimits.ts';
import { claimGrant, withApproval } from '../access/spendGrants.ts';
import { type AppContext, type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { assertNotFenced } from '../assertNotFenced.ts';
import { deniedOutcome } from '../deniedOutcome.ts';
import { keepLease } from '../keepLease.ts';
import { holdPurchases, payerOf } from '../money/holdPurchase.ts';
import { quoteSeoOverview } from '../money/quoteSeoOverview.ts';
import { raceShutdown } from '../raceShutdown.ts';
import { conflictingKey } from '../runs/ensureObservation.ts';
import { seoCallPurchase } from './endSeoCall.ts';
import { saveSeoCall } from './saveSeoCall.ts';

export type SeoRequest = { domain: string; idempotencyKey: string };

/**
 * Buys a domain overview; no other function does. One transaction claims the key and counts against the owner's hour;
 * two calls follow, each with its own durable intent. A replay costs nothing and does no provider work. While an
 * earlier lookup of the domain may have run unseen, nothing is bought.
 * @throws invalid_request, seo_limit, run_limit (of a budget), account_not_allowed, idempotency_conflict,
 * creation_unresolved, approval_required, persistence_unconfirmed
 */
export async function requestSeoOverview(
  ctx: Ctx,
  input: SeoRequest,
): Promise<{ report: SeoReportRecord; replayed: boolean }> {
  const domain = parseLookupDomain(input.domain, 'domain');
  const { principal } = ctx;
  if (principal.kind === 'capability' && domain !== principal.domain) {
    throw invalidField('domain', `this capability queries ${principal.domain} only`);
  }
  // A capability buys once, whatever key its agent invents: the run itself is the key, in a form that no caller can
  // send.
  const key = principal.kind === 'capability' ? `capability/${principal.runId}` : input.idempotencyKey;
  const scope = { workspaceId: principal.workspaceId, operation: 'requestSeoOverview' as const, key };
  const body = { domain, confirmSpend: true };
  const print = fingerprint('requestSeoOverview', body);
  await ctx.prices.refresh();
  const request = { ...scope, idempotencyKey: key, fingerprint: print, body };
  const claim = await withApproval(
    ctx,
    request,
    () => quoteSeoOverview(ctx),
    () =>
      inTransaction(ctx.db, async (tx) => {
        const remembered = await claimKey(tx, scope, print, nowIso(ctx));
        if (remembered !== null) {
          if (remembered.fingerprint !== print) throw conflictingKey();
          return { outcome: remembered.outcome, replayed: true };
        }
        await lockOwner(tx, ctx.databaseKind, principal.ownerId);
        const unresolved = await findUnresolvedReport(tx, principal.workspaceId, domain, steadyIso(ctx));
        if (unresolved !== null) throw unresolvedReport(unresolved);
        if (!ctx.seo.simulated) await assertNotFenced(tx, await findOpenFence(tx), { kind: 'domain', domain });
        await countLookup(ctx, tx);
        await claimGrant(ctx, tx, request);
        const report = newReport(ctx, domain);
        const unaffordable = await holdCalls(ctx, tx, report);
        if (unaffordable !== null) {
          const outcome = { kind: 'denied' as const, ...unaffordable };
          await rememberOutcome(tx, scope, outcome);
          return { outcome, replayed: false };
        }
        await insertReport(tx, report, steadyIso(ctx, ctx.settings.seoLeaseMs));
        if (principal.kind === 'capability') {
          await bindCapabilityReport(tx, principal.workspaceId, principal.runId, report.id);
        }
        const outcome = { kind: 'report' as const, reportId: report.id };
        await rememberOutcome(tx, scope, outcome);
        return { outcome, replayed: false };
      }),
  );
  if (claim.outcome?.kind === 'denied') throw deniedOutcome(claim.outcome, ctx.runtime.now());
  if (claim.outcome?.kind !== 'report') throw new Error('an SEO key remembers no report');
  const savedReport = await findReport(ctx.db, principal.workspaceId, claim.outcome.reportId);
  if (savedReport === null) throw notFound('report');
  const report = claim.replayed ? savedReport : await runSeoCalls(ctx, savedReport);
  return { report, replayed: claim.replayed };
}

async function countLookup(ctx: Ctx, tx: Tx): Promise<void> {
  const { settings, principal } = ctx;
  assertMaySpend(ctx);
  const now = ctx.runtime.steady();
  const since = steadyIso(ctx, -hourMs);
  if ((await countReportsSince(tx, principal.ownerId, since)) < settings.seoLookupsPerHour) return;
  const oldest = await oldestReportSince(tx, principal.ownerId, since);
  const waitMs = Math.min(hourMs, (oldest === null ? now : Date.parse(oldest)) + hourMs - now);
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError(
    'seo_limit',
    `All ${settings.seoLookupsPerHour} SEO lookups of this hour are used, over REST, MCP and browser together. Nothing was bought; the same key works again in ${retryAfterSeconds} s.`,
    { retry: 'after_seconds', retryAfterSeconds },
  );
}

/**
 * Holds the worst cases of both calls, or of none. A capability's lookup counts against the key that requested its run.
 */
async function holdCalls(ctx: Ctx, tx: Tx, report: SeoReportRecord): Promise<BudgetDenial | null> {
  const run = report.runId === null ? null : await findRun(tx, report.workspaceId, report.runId);
  const keyId = run === null ? payerOf(ctx.principal).keyId : run.keyId;
  const isWanted = (call: { name: string }) => ({
    purchase: seoCallPurchase(report, call.name, keyId),
    expected: expectedSeoCallCost(ctx.prices.book(), call.name, dayOf(report.requestedAt)),
  });
  const [first, ...others] = report.calls.map(isWanted);
  return first === undefined ? null : holdPurchases(tx, ctx, [first, ...others], 'an SEO overview');
}

/** Not saved under the key: once the outcome is known, the same request may buy. */
function unresolvedReport(reportId: string): AppError {
  return new AppError(
    'creation_unresolved',
    'An earlier lookup of this domain has an unknown outcome. Read its report (recovery.runId) first; nothing is bought until the outcome is known.',
    { recovery: { runId: reportId, sessionId: null }, details: { reportId }, retry: 'inspect_run' },
  );
}

function newReport(ctx: Ctx, domain: string): SeoReportRecord {
  const id = ctx.runtime.newId('seo');
  return {
    id,
    workspaceId: ctx.principal.workspaceId,
    ownerId: ctx.principal.ownerId,
    runId: ctx.principal.kind === 'capability' ? ctx.principal.runId : null,
    domain,
    state: 'pending',
    provider: ctx.seo.name,
    sandbox: ctx.seo.sandbox,
    version: 1,
    requestedAt: nowIso(ctx),
    countedAt: steadyIso(ctx),
    completedAt: null,
    calls: seoCallsOf(ctx.settings.seoSecondCall).map((name) => ({
      name,
      state: 'not_sent',
      tag: seoTag(id, name, 0),
      sentAt: null,
      endedAt: null,
      costUsd: null,
      error: null,
      data: null,
      refusals: [],
    })),
  };
}

/**
 * Sends the calls of a report that were never sent, searches for those with an unknown outcome, and completes the
 * report when nothing can change any more. Used by the request itself and, after a crash, by the worker.
 */
export async function runSeoCalls(app: AppContext, report: SeoReportRecord): Promise<SeoReportRecord> {
  assertOutsideTransaction('a paid request');
  const lease = { what: 'an SEO report', id: report.id, leaseMs: app.settings.seoLeaseMs };
  const endLease = keepLease(app, lease, (until) => scheduleReport(app.db, report, until));
  try {
    for (const call of report.calls) {
      if (call.state === 'not_sent') await sendCall(app, report, call);
    }
  } finally {
    await endLease();
  }
  return settleReport(app, (await findReport(app.db, report.workspaceId, report.id)) ?? report);
}

/**
 * Sends one call. It is repeated, a few times at most, only after a refusal that proves that nothing was done. Each
 * attempt has its own tag and durable intent, so that a kill at any moment leaves either nothing sent or one attempt to
 * search for.
 */
async function sendCall(app: AppContext, report: SeoReportRecord, call: SeoCallRecord): Promise<void> {
  const { settings, runtime } = app;
  const began = runtime.monotonic();
  let refusals: readonly SeoRefusal[] = call.refusals;
  for (;;) {
    // This call was not started; the next process sends it.
    if (app.stopping.aborted) return;
    const tag = seoTag(report.id, call.name, refusals.length);
    const sentAt = nowIso(app);
    // Saves the intent, durably and for one worker, before anything is sent.
    if (!(await moveCall(app.db, report, call.name, 'not_sent', { state: 'sent', sentAt, tag }))) return;
    const outcome = await raceShutdown(app, openBuyers(app.buyers).seo.call(call.name, report.domain, tag), {
      kind: 'unknown',
      cause: 'the server was stopped before the provider answered',
    });
    const pauseMs = settings.seoRefusalPausesMs[refusals.length] ?? Number.POSITIVE_INFINITY;
    const inTime = runtime.monotonic() - began + pauseMs < settings.seoCallTimeoutMs;
    if (outcome.kind !== 'busy' || !inTime) {
      return saveSeoCall(app, report, call.name, selectEnd(outcome, nowIso(app), refusals.length + 1));
    }
    refusals = [...refusals, { sentAt, code: outcome.code }];
    const back = { state: 'not_sent', sentAt: null, refusals } as const;
    if (!(await moveCall(app.db, report, call.name, 'sent', back))) {
      return saveSeoCall(app, report, call.name, selectEnd(outcome, nowIso(app), refusals.length));
    }
    await raceShutdown(app, new Promise<void>((resolve) => setTimeout(resolve, pauseMs)), undefined);
  }
}

/**
 * Converts an outcome to the record of its call. The cost of a failed call is unknown unless the provider stated it.
 */
function selectEnd(outcome: SeoCallOutcome, endedAt: string, tries: number): SeoCallEnd {
  switch (outcome.kind) {
    case 'succeeded':
      return { state: 'succeeded', endedAt, costUsd: outcome.costUsd, error: null, data: outcome.data };
    case 'failed':
      return {
        state: 'failed',
        endedAt,
        costUsd: outcome.costUsd,
        error: `${outcome.code}: ${outcome.message}`,
        data: null,
      };
    case 'busy': {
      const error = `${outcome.code}: ${outcome.message} (refused ${tries} ${tries === 1 ? 'time' : 'times'}, each before any work)`;
      return { state: 'failed', endedAt, costUsd: 0, error, data: null };
    }
    case 'unknown':
      return { state: 'unknown', endedAt: null, costUsd: null, error: `unknown: ${outcome.cause}`, data: null };
  }
}

async function settleReport(app: AppContext, report: SeoReportRecord): Promise<SeoReportRecord> {
  if (isComplete(report.calls)) await completeReport(app.db, report, nowIso(app));
  else await scheduleReport(app.db, report, steadyIso(app, nextPollMs(app, report)));
  return (await findReport(app.db, report.workspaceId, report.id)) ?? report;
}

/** Returns the pause before the next search for an unseen call: short at first, an hour after many hours. */
function nextPollMs(app: AppContext, report: SeoReportRecord): number {
  return Math.min(hourMs, Math.max(30_000, (app.runtime.steady() - Date.parse(report.countedAt)) / 4));
}
