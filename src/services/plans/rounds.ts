import { requesterOf } from '../../domain/access/approval.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { noSpending, type SpendingSums } from '../../domain/money/spending.ts';
import { usdOf } from '../../domain/money/usd.ts';
import { endOfRound } from '../../domain/plans/dueTimes.ts';
import { openRoundGrant, type Plan, type PlanRevision } from '../../domain/plans/plan.ts';
import { countItems, type Round, type RoundCounts, type RoundItem } from '../../domain/plans/round.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import * as store from '../../store/plans/rounds.ts';
import { changePlanRow, findRevision, lockPlan } from '../../store/plans/rows.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { recordAct } from '../access/auditLog.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { readRoundMoney } from '../money/roundMoney.ts';
import { assertHoldsEvaluate, assertMayEvaluate, findPlan, findPlanOrAsks } from './plans.ts';
import { quoteSavedPlan } from './quotePlan.ts';
import { openRound, settlePlan } from './settlePlan.ts';

/** Returns true if this caller needs a member's approval before a round. */
function needsRoundGrant({ principal }: Pick<Ctx, 'principal'>): boolean {
  return requesterOf(principal) !== null;
}

/** Records the grant under which a round begins, in the transaction that begins it. False: no grant covers it. */
async function claimRoundGrant(ctx: Ctx, tx: Tx, plan: Plan): Promise<boolean> {
  const grant = openRoundGrant(plan, steadyIso(ctx));
  if (grant === null) return false;
  const note = `round ${plan.lastRound + 1}; approved by ${grant.grantedBy} until ${grant.until}`;
  await recordAct(ctx, tx, { act: 'useApproval', subject: plan.id, note });
  return true;
}

/** Builds the refusal that says where a member can approve, and what a round costs. */
async function roundNeedsApproval(ctx: Ctx, plan: Plan): Promise<AppError> {
  const { round } = await quoteSavedPlan(ctx, plan);
  const url = `${ctx.settings.publicBaseUrl}/plans/${plan.id}`;
  return new AppError(
    'approval_required',
    `Ask a member to allow agents to start rounds of this plan at ${url}. Then repeat this request with the same Idempotency-Key. Nothing was started.`,
    {
      details: {
        approvalId: plan.id,
        approvalUrl: url,
        state: 'pending',
        typicalUsd: round === null ? null : usdOf(round.total.typical),
        maxUsd: round === null ? null : usdOf(round.total.max),
        simulated: round?.simulated ?? ctx.engines.declared.simulated,
      },
      retry: 'same_key',
    },
  );
}

/** Round with the current state of its requests and its money. */
export type RoundReport = { round: Round; counts: RoundCounts; money: SpendingSums };

/** Lists rounds of a plan, newest first. @throws not_found */
export async function listRounds(
  ctx: Ctx,
  { id, before, count }: { id: string; before: number | null; count: number },
): Promise<RoundReport[]> {
  const plan = await findPlanOrAsks(ctx, id);
  return deriveReports(ctx, plan, await store.listRounds(ctx.db, plan, { before, count }));
}

/** Returns the last round of a plan; null before the first. */
export async function findLastRound(ctx: Ctx, plan: Plan): Promise<RoundReport | null> {
  const [last] = await deriveReports(ctx, plan, await store.listRounds(ctx.db, plan, { before: null, count: 1 }));
  return last ?? null;
}

/** Reports the current state of rounds of one plan, in their order. */
export async function deriveReports(
  ctx: Ctx,
  plan: Pick<Plan, 'id' | 'workspaceId'>,
  rounds: readonly Round[],
): Promise<RoundReport[]> {
  const numbers = rounds.map(({ number }) => number);
  const items = await store.itemsOfRounds(ctx.db, plan, numbers);
  const money = await readRoundMoney(ctx.db, plan, numbers);
  return rounds.map((round) => ({
    round,
    counts: countItems(items.get(round.number) ?? [], round.state),
    money: money.get(round.number) ?? noSpending(),
  }));
}

export type RoundDetail = RoundReport & {
  plan: Plan;
  revision: PlanRevision;
  items: { item: RoundItem; asked: KeywordCase | null }[];
};

/** Reads one round with all its requests. @throws not_found */
export async function readRound(ctx: Ctx, { id, round }: { id: string; round: number }): Promise<RoundDetail> {
  const plan = await findPlanOrAsks(ctx, id);
  const match = await store.findRound(ctx.db, plan, round);
  const revision = match === null ? null : await findRevision(ctx.db, plan, match.revision);
  if (match === null || revision === null) throw notFound('round');
  const [report] = await deriveReports(ctx, plan, [match]);
  if (report === undefined) throw notFound('round');
  const items = (await store.itemsOfRounds(ctx.db, plan, [round])).get(round) ?? [];
  const ids = [...new Set(items.map(({ caseId }) => caseId))];
  const cases = new Map((await casesOfIds(ctx.db, plan.workspaceId, ids)).map((one) => [one.id, one]));
  return { ...report, plan, revision, items: items.map((item) => ({ item, asked: cases.get(item.caseId) ?? null })) };
}

/**
 * Begins a round now, in addition to scheduled ones. Repeating the idempotency key returns the same round. The watcher
 * sends its requests. A caller that needs approval for purchases needs the plan's grant.
 * @throws not_found, invalid_request, insufficient_permission, approval_required
 */
export async function startRound(
  ctx: Ctx,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
): Promise<RoundReport> {
  const request = await findPlan(ctx, id);
  const needsGrant = needsRoundGrant(ctx);
  if (needsGrant) assertHoldsEvaluate(ctx, 'start a round');
  else assertMayEvaluate(ctx, 'start a round');
  const { workspaceId, accountId } = ctx.principal;
  const slot = `manual:${idempotencyKey}`;
  const round = await inTransaction(ctx.db, async (tx) => {
    const outcome = await lockPlan(tx, ctx.databaseKind, workspaceId, id);
    if (outcome === null || outcome.state === 'archived') throw notFound('plan');
    const round = await store.findRoundOfSlot(tx, outcome, slot);
    if (round !== null) return round;
    if (needsGrant && !(await claimRoundGrant(ctx, tx, outcome))) return null;
    if (outcome.state !== 'active') throw invalidField('id', 'names a plan that is not active; activate or resume it');
    const plan = await settlePlan(tx, ctx, outcome);
    const now = nowIso(ctx);
    const { revision } = plan;
    const number = plan.lastRound + 1;
    const manual = { ...revision.cadence, kind: 'manual', hours: null, weekday: null } as const;
    const endsAt = endOfRound(manual, now, now);
    await changePlanRow(tx, plan, { lastRound: number });
    return openRound(
      tx,
      plan,
      { planId: plan.id, number, kind: 'manual', revision: revision.number, dueAt: now, endsAt },
      revision,
      { now, slot, asked: { by: accountId } },
    );
  });
  if (round === null) throw await roundNeedsApproval(ctx, request);
  const [report] = await deriveReports(ctx, await findPlan(ctx, id), [round]);
  if (report === undefined) throw notFound('round');
  return report;
}

/**
 * Stops a round: unsent requests are not sent, and active runs continue. A round that has already ended stays
 * unchanged.
 * @throws not_found
 */
export async function stopRound(ctx: Ctx, { id, round }: { id: string; round: number }): Promise<RoundReport> {
  const stopped = await inTransaction(ctx.db, async (tx) => {
    const plan = await lockPlan(tx, ctx.databaseKind, ctx.principal.workspaceId, id);
    if (plan === null || plan.state === 'archived') throw notFound('plan');
    const result = await store.findRound(tx, plan, round);
    if (result === null) throw notFound('round');
    if (result.state !== 'open') return result;
    const end = { state: 'ended', endedAt: nowIso(ctx), reason: 'round_stopped' } as const;
    await store.changeRound(tx, plan, round, end);
    return { ...result, ...end };
  });
  const [report] = await deriveReports(ctx, await findPlanOrAsks(ctx, id), [stopped]);
  if (report === undefined) throw notFound('round');
  return report;
}
