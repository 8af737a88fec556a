import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { noSpending, totalOf } from '../../domain/money/spending.ts';
import { type MicroUsd, usdOf, usdText } from '../../domain/money/usd.ts';
import type { PlanKind } from '../../domain/plans/plan.ts';
import { readRequestKey } from '../../domain/plans/round.ts';
import { type BudgetDenial, maxWaitMs } from '../../domain/runs/disposition.ts';
import type { Outcome } from '../../domain/runs/idempotency.ts';
import { inOneTrip, inTransaction, type Tx } from '../../store/database/transaction.ts';
import { changeItem, findOpenItem } from '../../store/plans/rounds.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { readRoundMoney } from '../money/roundMoney.ts';
import type { ObservationTarget } from './planObservation.ts';

/** The open round's request that an ensure fulfils. */
export type OpenRequest = {
  planId: string;
  kind: PlanKind;
  workspaceId: string;
  round: number;
  caseId: string;
  repeat: number;
  denials: number;
  maxRoundMicro: MicroUsd | null;
  /** Key or connection that pays for a manual round; null: a person. */
  payerKeyId: string | null;
};

/**
 * Finds the round's request that an ensure fulfils; null outside rounds. A plan's key may send nothing else: no other
 * case, nothing after its round has ended, and no request twice. @throws insufficient_permission for such a key
 */
export async function findRoundRequest(
  ctx: Ctx,
  tx: Tx,
  body: ObservationTarget,
  idempotencyKey: string,
): Promise<OpenRequest | null> {
  const planOfKey = ctx.principal.kind === 'key' ? ctx.principal.planId : null;
  const requestKey = readRequestKey(idempotencyKey);
  const { workspaceId } = ctx.principal;
  const isOfPlan = requestKey !== null && body.kind === 'keyword' && body.caseId === requestKey.caseId;
  const item = isOfPlan ? await lockOpenItem(ctx, tx, { ...requestKey, workspaceId }) : null;
  const isWaiting = item !== null && item.runId === null && !item.isRefused && nowIso(ctx) < item.endsAt;
  const isOpen = isWaiting && isOfPlan && item.denials === requestKey.denials && body.useSeoTools === item.useSeoTools;
  if (isOpen && (planOfKey === null || planOfKey === requestKey.planId)) {
    const { kind, maxRoundMicro, payerKeyId } = item;
    return { ...requestKey, kind, workspaceId, maxRoundMicro, payerKeyId };
  }
  if (planOfKey === null) return null;
  throw new AppError(
    'insufficient_permission',
    'This key may only ask for open rounds of its plan, each request once, with the Idempotency-Key that the plan gives. Nothing was started.',
    { details: { planId: planOfKey }, retry: 'never' },
  );
}

/** Read after the owner's other claims have ended, since one of them may belong to the same round. */
async function lockOpenItem(ctx: Ctx, tx: Tx, request: Parameters<typeof findOpenItem>[1]) {
  const locked = lockOwner(tx, ctx.databaseKind, ctx.principal.ownerId);
  const [, item] = await inOneTrip([locked, findOpenItem(tx, request)]);
  return item;
}

/**
 * Records on the round how its request was met or denied, in the transaction that answers its key. A manual request
 * waits only for a slot: the person expects it now, not tomorrow.
 */
export async function noteRoundRequest(tx: Tx, request: OpenRequest, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'report') return;
  if (outcome.kind === 'denied') {
    const isFinal = request.kind === 'asks' && outcome.limit !== 'active_runs' && !waitsForHolds(outcome);
    const met = isFinal ? ({ met: 'refused' } as const) : {};
    await changeItem(tx, request, { ...met, denials: request.denials + 1, denial: outcome.message });
  } else await changeItem(tx, request, { met: outcome.kind, runId: outcome.runId });
}

/**
 * Returns true if only money held for work in progress caused the denial: the request is sent again once some of it has
 * ended.
 */
function waitsForHolds(outcome: Extract<Outcome, { kind: 'denied' }>): boolean {
  return outcome.limit === 'budget' && outcome.waitsFor === 'holds';
}

/** Refusals that may not occur for another sender, or at a later time. */
const passing: readonly ErrorCode[] = [
  'temporarily_unavailable',
  'internal_error',
  'insufficient_permission',
  'account_not_allowed',
  'approval_required',
];

/**
 * Records on the round why its request was refused before anything was saved under its key, so that readers of the
 * round see it. A manual request is then not sent.
 */
export async function recordRefusal(
  ctx: Ctx,
  body: ObservationTarget,
  idempotencyKey: string,
  cause: unknown,
): Promise<void> {
  if (!(cause instanceof AppError) || passing.includes(cause.code) || readRequestKey(idempotencyKey) === null) return;
  await inTransaction(ctx.db, async (tx) => {
    const request = await findRoundRequest(ctx, tx, body, idempotencyKey);
    if (request === null) return;
    const met = request.kind === 'asks' ? ({ met: 'refused' } as const) : {};
    await changeItem(tx, request, { ...met, denial: cause.message });
  });
}

/** Returns why the worst case of a request exceeds what its plan may spend in a round; null if it fits. */
export async function denyOverRound(
  ctx: Ctx,
  tx: Tx,
  request: OpenRequest,
  worst: MicroUsd | null,
): Promise<BudgetDenial | null> {
  const { kind, maxRoundMicro, planId, workspaceId, round } = request;
  if (maxRoundMicro === null) return null;
  const sums = (await readRoundMoney(tx, { id: planId, workspaceId }, [round])).get(round) ?? noSpending();
  const remaining = Math.max(0, maxRoundMicro - totalOf(sums));
  if (worst !== null && worst <= remaining) return null;
  const waitsForHolds = worst !== null && worst <= remaining + sums.held;
  const of = kind === 'asks' ? 'what was confirmed' : `round ${round} of its plan`;
  const needs = worst === null ? 'has no known price' : `may cost up to $${usdText(worst)}`;
  const rest = sums.held === 0 ? '' : `: $${usdText(sums.held)} is held for requests under way`;
  const then = waitsForHolds ? '; ask again with a new Idempotency-Key once some of them have ended.' : '.';
  return {
    code: 'run_limit',
    limit: 'budget',
    budget: 'plan',
    message: `This answer ${needs}, and ${of} may spend $${usdText(remaining)} more${rest}. Nothing was started${then}`,
    leftUsd: usdOf(remaining),
    spentUsd: usdOf(totalOf(sums) - sums.held),
    heldUsd: usdOf(sums.held),
    waitsFor: waitsForHolds ? 'holds' : 'raise',
    neededUsd: usdOf(worst),
    freeAt: waitsForHolds ? nowIso(ctx, maxWaitMs.active_runs) : null,
  };
}
