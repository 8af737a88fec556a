import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import { endOfRound } from '../../domain/plans/dueTimes.ts';
import { maxRoundRequests, newPlanFields, type Plan, type PlanRevision } from '../../domain/plans/plan.ts';
import type { Round } from '../../domain/plans/round.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { hashesOfKeys, revokeApiKey } from '../../store/access/apiKeys.ts';
import { holdMembership } from '../../store/access/members.ts';
import { readMark, writeMark } from '../../store/database/deploymentMarks.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { type AskRound, fingerprintOfSlot, listAskRounds, websitesOfRounds } from '../../store/plans/askRounds.ts';
import { findRoundOfSlot, insertItems, insertRound } from '../../store/plans/rounds.ts';
import { changePlanRow, findAsks, insertPlan, insertRevision, lockPlan } from '../../store/plans/rows.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { insertPlanKey, isWatchersKey } from '../access/planKeys.ts';
import { claimGrant, type PaidRequest, withApproval } from '../access/spendGrants.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';
import { payerOf } from '../money/holdPurchase.ts';
import { assertMayAsk } from '../runs/planObservation.ts';
import { findPlanOrAsks } from './plans.ts';
import { type AskBody, quoteAsk } from './quoteAsk.ts';
import { deriveReports, type RoundReport } from './rounds.ts';

export type AskInput = AskBody & { idempotencyKey: string };

/** Manual round as listed. */
export type AskReport = RoundReport & {
  planId: string;
  isYours: boolean;
  /** True if a watcher sends pending requests, so that no page has to stay open. */
  isWatched: boolean;
  websiteIds: readonly string[];
};

const byHand = { kind: 'manual', hours: null, weekday: null, at: '00:00', timeZone: 'UTC' } as const;
const watcherMark = 'watcher-seen-at';
const watcherStepMs = 60_000;
/** Time for which an ended manual round stays in its requester's list. */
const shownMs = 3_600_000;
const maxShown = 20;

/**
 * Saves a manual request as a separate round. It buys nothing: the watcher or an open page sends each request as an
 * ensure under the key that the round names, once. Repeating the idempotency key returns the same round. A caller that
 * may not buy alone needs one approval for the whole round; the answers count against its budgets.
 * @throws not_found, invalid_request, idempotency_conflict, account_not_allowed, insufficient_permission,
 * approval_required, engine_unavailable, unsupported_setting
 */
export async function startAsk(ctx: Ctx, input: AskInput): Promise<AskReport> {
  const { idempotencyKey, ...body } = input;
  const statement = { ...body, caseIds: [...new Set(body.caseIds)] };
  for (const caseId of statement.caseIds) assertMayAsk(ctx, { ...statement, kind: 'keyword', caseId });
  const fingerprint = `v1:${digestOf(statement)}`;
  const { keyId: payerKeyId } = payerOf(ctx.principal);
  const slot = `asked:${payerKeyId === null ? '' : `${payerKeyId}:`}${idempotencyKey}`;
  const request = { operation: 'startAsk' as const, idempotencyKey, fingerprint, body: statement };
  const quote = () => quoteAsk(ctx, statement);
  const maxMicro = statement.maxMicro === undefined ? await findLimit(ctx, slot, quote) : statement.maxMicro;
  const open = () => openAsk(ctx, { ...statement, maxMicro }, { request, slot, payerKeyId });
  const created = await withApproval(ctx, request, quote, open);
  const plan = await findPlanOrAsks(ctx, created.plan.id);
  const manual = { round: created.round, askedBy: ctx.principal.accountId, watchedAt: plan.watchedAt };
  const [report] = await askReports(ctx, [manual]);
  if (report === undefined) throw notFound('round');
  return report;
}

/** Returns the limit of a round that names none: its quote. One that exists keeps its own. */
async function findLimit(ctx: Ctx, slot: string, quote: () => Promise<SpendQuote>): Promise<MicroUsd | null> {
  const { workspaceId, accountId } = ctx.principal;
  const plan = await findAsks(ctx.db, workspaceId, accountId);
  const round = plan === null ? null : await findRoundOfSlot(ctx.db, plan, slot);
  return round === null ? (await quote()).max : null;
}

function openAsk(
  ctx: Ctx,
  { maxMicro, ...statement }: AskBody & { maxMicro: MicroUsd | null },
  { request, slot, payerKeyId }: { request: PaidRequest; slot: string; payerKeyId: string | null },
): Promise<{ plan: Plan; round: Round }> {
  const { fingerprint } = request;
  const { caseIds, repeats, maxAgeSeconds, useSeoTools } = statement;
  return inTransaction(ctx.db, async (tx) => {
    const plan = await claimAsks(ctx, tx);
    const entry = await findRoundOfSlot(tx, plan, slot);
    if (entry !== null) {
      if ((await fingerprintOfSlot(tx, plan, slot)) !== fingerprint) throw usedForAnother();
      return { plan, round: entry };
    }
    assertMaySpend(ctx);
    const engines = await deriveEngines(ctx, tx, statement);
    await claimGrant(ctx, tx, request);
    const now = nowIso(ctx);
    const number = plan.lastRound + 1;
    const revision: PlanRevision = {
      ...{ repeats, maxAgeSeconds, useSeoTools, engines },
      number: plan.revision.number + 1,
      questions: { kind: 'cases', caseIds },
      cadence: byHand,
      madeAt: now,
    };
    await insertRevision(tx, plan, revision, ctx.principal.accountId);
    await changePlanRow(tx, plan, { lastRound: number, revisionNumber: revision.number });
    const round: Round = {
      ...{ planId: plan.id, number, kind: 'manual', revision: revision.number, dueAt: now, state: 'open' },
      ...{ openedAt: now, endsAt: endOfRound(byHand, now, now), endedAt: null, reason: null },
      ...{ wait: null, note: null },
    };
    await insertRound(tx, plan, round, slot, { by: ctx.principal.accountId, maxMicro, fingerprint, payerKeyId });
    await insertItems(tx, { planId: plan.id, workspaceId: plan.workspaceId, round: number }, caseIds, repeats);
    return { plan, round };
  });
}

/** Returns the engines that receive the whole request. @throws not_found, invalid_request */
async function deriveEngines(
  ctx: Ctx,
  tx: Tx,
  { caseIds, repeats, useSeoTools }: Pick<AskBody, 'caseIds' | 'repeats' | 'useSeoTools'>,
): Promise<string[]> {
  const requests = caseIds.length * repeats;
  if (requests > maxRoundRequests) {
    throw invalidField('repeats', `would ask ${requests} times; at most ${maxRoundRequests} fit into one round`);
  }
  if (useSeoTools && requests > 1)
    throw invalidField('useSeoTools', 'permits one lookup, so ask a single question once');
  const cases = (await casesOfIds(tx, ctx.principal.workspaceId, caseIds)).filter((one) => one.archivedAt === null);
  if (cases.length < caseIds.length) throw notFound('case');
  return [...new Set(cases.map(({ search }) => search.engine))].sort();
}

/** Locks this person's plan for manual rounds in the workspace, with a working key; creates both the first time. */
async function claimAsks(ctx: Ctx, tx: Tx): Promise<Plan> {
  const { workspaceId, ownerId, accountId, accountEmail } = ctx.principal;
  // Serialises two simultaneous first requests.
  await lockOwner(tx, ctx.databaseKind, ownerId);
  if (!(await holdMembership(tx, ctx.databaseKind, workspaceId, accountId))) {
    throw new AppError('insufficient_permission', 'You are no longer a member of this workspace.', { retry: 'never' });
  }
  const match = await findAsks(tx, workspaceId, accountId);
  const plan = match === null ? null : await lockPlan(tx, ctx.databaseKind, workspaceId, match.id);
  const keyId = plan?.keyId ?? null;
  const hash = keyId === null ? undefined : (await hashesOfKeys(tx, workspaceId, [keyId])).get(keyId);
  if (plan !== null && keyId !== null && hash !== undefined) {
    if (isWatchersKey(ctx, keyId, hash)) return plan;
    await revokeApiKey(tx, workspaceId, keyId, nowIso(ctx));
  }
  const asks = plan ?? (await insertAsks(ctx, tx, `Asked by ${accountEmail}`));
  const { key } = await insertPlanKey(ctx, tx, asks);
  await changePlanRow(tx, asks, { keyId: key.id });
  return { ...asks, keyId: key.id };
}

async function insertAsks(ctx: Ctx, tx: Tx, name: string): Promise<Plan> {
  const now = nowIso(ctx);
  const asks: Plan = {
    id: ctx.runtime.newId('asks'),
    workspaceId: ctx.principal.workspaceId,
    kind: 'asks',
    name,
    state: 'active',
    revision: {
      number: 0,
      questions: { kind: 'cases', caseIds: [] },
      engines: [],
      repeats: 1,
      maxAgeSeconds: 0,
      useSeoTools: false,
      cadence: byHand,
      madeAt: now,
    },
    ...newPlanFields(now),
    activatedAt: now,
  };
  await insertPlan(tx, asks, ctx.principal.accountId);
  return asks;
}

function usedForAnother(): AppError {
  return new AppError(
    'idempotency_conflict',
    'Idempotency-Key: this key was used for another request. Send the first body again, or use a new key.',
    { details: { field: 'Idempotency-Key' }, retry: 'never' },
  );
}

/** Lists this workspace's open manual rounds, and this person's recent ones; newest first. */
export async function listAsks(ctx: Ctx): Promise<AskReport[]> {
  const { workspaceId, accountId } = ctx.principal;
  const view = { accountId, endedSince: nowIso(ctx, -shownMs), limit: maxShown };
  return askReports(ctx, await listAskRounds(ctx.db, workspaceId, view));
}

async function askReports(ctx: Ctx, askRounds: readonly AskRound[]): Promise<AskReport[]> {
  const { workspaceId, accountId } = ctx.principal;
  const isServed = ctx.settings.keepsWatcher || (await hasSeenWatcher(ctx));
  const reports = new Map<Round, AskReport>();
  for (const [id, own] of Map.groupBy(askRounds, ({ round }) => round.planId)) {
    const plan = { id, workspaceId };
    const rounds = own.map(({ round }) => round);
    const websites = await websitesOfRounds(
      ctx.db,
      plan,
      rounds.map(({ number }) => number),
    );
    for (const [at, report] of (await deriveReports(ctx, plan, rounds)).entries()) {
      const { askedBy = null, watchedAt = null } = own[at] ?? {};
      const { openedAt, number } = report.round;
      const isWatched = isServed || (watchedAt !== null && openedAt !== null && watchedAt >= openedAt);
      const websiteIds = websites.get(number) ?? [];
      reports.set(report.round, { ...report, planId: id, isYours: askedBy === accountId, isWatched, websiteIds });
    }
  }
  return askRounds.flatMap(({ round }) => reports.get(round) ?? []);
}

/** Records a watcher's visit, at most once a minute: while it visits, no page has to stay open for pending requests. */
export async function noteWatcher(app: AppContext): Promise<void> {
  const seenAt = await readMark(app.db, watcherMark);
  if (seenAt !== null && app.runtime.now() - Date.parse(seenAt) < watcherStepMs) return;
  await writeMark(app.db, watcherMark, nowIso(app));
}

async function hasSeenWatcher(app: AppContext): Promise<boolean> {
  const seenAt = await readMark(app.db, watcherMark);
  return seenAt !== null && app.runtime.now() - Date.parse(seenAt) < 3 * watcherStepMs;
}
