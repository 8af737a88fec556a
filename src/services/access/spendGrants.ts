import {
  type Approval,
  decideApprovalState,
  grantLifeMs,
  maxPendingApprovals,
  type Requester,
  requesterOf,
  requestLifeMs,
} from '../../domain/access/approval.ts';
import { AppError, type ErrorDetails } from '../../domain/errors.ts';
import { leftOf } from '../../domain/money/monthBudget.ts';
import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import { usdOf } from '../../domain/money/usd.ts';
import type { PaidOperation } from '../../domain/runs/idempotency.ts';
import {
  type ApprovalBinding,
  claimOpenGrant,
  countPendingApprovals,
  insertApproval,
  newestApproval,
} from '../../store/approvals/rows.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { recordAct } from './auditLog.ts';

/** A purchase that may need a member's approval. */
export type PaidRequest = { operation: PaidOperation; idempotencyKey: string; fingerprint: string; body: unknown };

/** Thrown in the buying transaction to roll it back completely, including the idempotency key. */
class GrantMissing extends Error {}

/**
 * Uses up the grant that a purchase needs, in the transaction that reserves it: a grant covers one purchase, and only
 * if that one is reserved. Callers that may buy without approval need none.
 */
export async function claimGrant(ctx: Ctx, tx: Tx, request: PaidRequest): Promise<void> {
  const requester = requesterOf(ctx.principal);
  if (requester === null) return;
  const grant = await claimOpenGrant(tx, buildBinding(ctx, requester, request), steadyIso(ctx));
  if (grant === null) throw new GrantMissing('a purchase needs an approval');
  await recordAct(ctx, tx, { act: 'useApproval', subject: grant.id, note: `approved by ${grant.decidedBy ?? '?'}` });
}

/**
 * Runs the work of a spender. If a grant is missing it is requested, once for equal requests, and the error says where
 * a member can give it. @throws approval_required, and what the work throws
 */
export async function withApproval<T>(
  ctx: Ctx,
  request: PaidRequest,
  quote: () => Promise<SpendQuote>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const requester = requesterOf(ctx.principal);
    if (!(cause instanceof GrantMissing) || requester === null) throw cause;
    const approval = await askForApproval(ctx, requester, request);
    throw approvalRequired(ctx, approval, await quote(), await buildPurchase(ctx, approval));
  }
}

function buildBinding(ctx: Ctx, requester: Requester, request: PaidRequest): ApprovalBinding {
  const { operation, idempotencyKey, fingerprint } = request;
  return {
    workspaceId: ctx.principal.workspaceId,
    requesterId: requester.id,
    operation,
    idempotencyKey,
    fingerprint,
  };
}

/**
 * Returns the approval request for a purchase: an open or recently declined one, otherwise a new one. @throws
 * rate_limited
 */
async function askForApproval(ctx: Ctx, requester: Requester, request: PaidRequest): Promise<Approval> {
  return inTransaction(ctx.db, async (tx) => {
    // Serialises equal requests, and requests that count the pending ones.
    await lockOwner(tx, ctx.databaseKind, ctx.principal.ownerId);
    return findOrInsertApproval(ctx, tx, requester, request);
  });
}

async function findOrInsertApproval(ctx: Ctx, tx: Tx, requester: Requester, request: PaidRequest): Promise<Approval> {
  const now = steadyIso(ctx);
  const before = await newestApproval(tx, buildBinding(ctx, requester, request));
  if (before !== null && decideApprovalState(before, now) === 'pending') return before;
  if (before !== null && before.decision === 'declined' && before.openUntil > now) return before;
  const { workspaceId } = ctx.principal;
  if ((await countPendingApprovals(tx, workspaceId, requester.id, now)) >= maxPendingApprovals) {
    throw new AppError(
      'rate_limited',
      `${maxPendingApprovals} purchases already wait for an approval at ${approvalsUrl(ctx)}. Nothing was started.`,
      { retry: 'after_seconds', retryAfterSeconds: 60 },
    );
  }
  const { operation, idempotencyKey, fingerprint, body } = request;
  const approval: Approval = {
    id: ctx.runtime.newId('appr'),
    workspaceId,
    requester,
    operation,
    idempotencyKey,
    fingerprint,
    body,
    requestedAt: nowIso(ctx),
    openUntil: steadyIso(ctx, requestLifeMs),
    decision: null,
    decidedAt: null,
    decidedBy: null,
    grantUntil: null,
    usedAt: null,
  };
  await insertApproval(tx, approval);
  return approval;
}

function approvalsUrl({ settings }: Pick<Ctx, 'settings'>): string {
  return `${settings.publicBaseUrl}/approvals`;
}

type PaidBody = { caseId: string; domain: string; caseIds: readonly string[]; repeats: number };

/** Describes what would be bought, for display to a person. */
async function buildPurchase(ctx: Ctx, { operation, body, workspaceId }: Approval): Promise<ErrorDetails> {
  const { caseId, domain, caseIds = [], repeats = 1 } = body as Partial<PaidBody>;
  if (operation === 'startAsk') return { answers: caseIds.length * repeats };
  if (operation === 'requestSeoOverview') return { domain: domain ?? null };
  const [record] = await casesOfIds(ctx.db, workspaceId, [caseId ?? '']);
  return { question: record?.query ?? null, engine: record?.search.engine ?? null };
}

function approvalRequired(ctx: Ctx, approval: Approval, quote: SpendQuote, purchase: ErrorDetails): AppError {
  const url = `${approvalsUrl(ctx)}/${approval.id}`;
  const isDeclined = approval.decision === 'declined';
  const lefts = quote.budgets.map(leftOf).filter((remaining) => remaining !== null);
  const message = isDeclined
    ? `A member declined this purchase: ${url}. Nothing was started or stored.`
    : `A member has to approve this purchase: ${url}. Nothing was started or stored. Once it is approved, repeat this request unchanged, with the same Idempotency-Key, within ${grantLifeMs / 60_000} minutes.`;
  return new AppError('approval_required', message, {
    details: {
      approvalId: approval.id,
      approvalUrl: url,
      state: isDeclined ? 'declined' : 'pending',
      ...purchase,
      typicalUsd: usdOf(quote.typical),
      maxUsd: usdOf(quote.max),
      leftUsd: lefts.length === 0 ? null : usdOf(Math.min(...lefts)),
      simulated: quote.simulated,
      openUntil: approval.openUntil,
    },
    retry: isDeclined ? 'never' : 'same_key',
  });
}
