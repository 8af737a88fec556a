import { type Approval, type ApprovalState, decideApprovalState, grantLifeMs } from '../../domain/access/approval.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { findApproval, listApprovalRows, saveDecision } from '../../store/approvals/rows.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { casesOfIds } from '../../store/questions/keywordCases.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { recordAct } from '../access/auditLog.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { quoteSeoOverview } from '../money/quoteSeoOverview.ts';
import { type AskBody, quoteAsk } from '../plans/quoteAsk.ts';
import { quoteEnsure } from '../runs/quoteEnsure.ts';

/** Purchase that a request would make, in a member's terms. */
type ApprovalPurchase = {
  kind: 'answer' | 'answers' | 'seo_overview';
  caseId: string | null;
  question: string | null;
  engine: string | null;
  model: string | null;
  useSeoTools: boolean;
  domain: string | null;
  /** Questions of a round, each at its engine and `repeats` times. */
  answers: { question: string; engine: string; model: string | null }[];
  repeats: number;
};

export type ShownApproval = Approval & { state: ApprovalState; purchase: ApprovalPurchase };

type EnsureBody = { kind: 'keyword'; caseId: string; useSeoTools: boolean };
type LookupBody = { domain: string };

/** Lists approval requests in this workspace, newest first. */
export async function listApprovals(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number; state: 'pending' | 'all' },
): Promise<ShownApproval[]> {
  const undecidedAt = page.state === 'pending' ? steadyIso(ctx) : null;
  return show(ctx, await listApprovalRows(ctx.db, ctx.principal.workspaceId, { ...page, undecidedAt }));
}

/** Reads one request with its current cost; `quote` null: it can no longer be bought. @throws not_found */
export async function readApproval(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ approval: ShownApproval; quote: SpendQuote | null }> {
  const approval = await find(ctx, id);
  return { approval, quote: await findQuote(ctx, approval) };
}

/**
 * Records a member's single decision on a purchase. An approval is valid for ten minutes, for exactly this request;
 * repeating the decision changes nothing. @throws not_found, account_not_allowed, invalid_request naming `decision`
 */
export async function decideApproval(
  ctx: Ctx,
  { id, decision }: { id: string; decision: 'approved' | 'declined' },
): Promise<ShownApproval> {
  const approval = await find(ctx, id);
  if (decision === 'approved') assertMaySpend(ctx);
  const created = {
    decision,
    decidedAt: nowIso(ctx),
    decidedBy: ctx.principal.accountEmail,
    grantUntil: decision === 'approved' ? steadyIso(ctx, grantLifeMs) : null,
  };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await saveDecision(tx, approval, created, steadyIso(ctx)))) return;
    const { question, domain, answers, repeats } = approval.purchase;
    const what = answers.length > 0 ? `${answers.length * repeats} answers` : (question ?? domain ?? '');
    const note = `${what} for ${approval.requester.name}`;
    await recordAct(ctx, tx, { act: decision === 'approved' ? 'approve' : 'decline', subject: id, note });
  });
  const after = await find(ctx, id);
  if (after.decision === decision && after.state !== 'expired') return after;
  const states: Partial<Record<ApprovalState, string>> = { expired: 'ran out', used: 'is used already' };
  throw invalidField('decision', `this request ${states[after.state] ?? `is ${after.state} already`}`);
}

async function find(ctx: Ctx, id: string): Promise<ShownApproval> {
  const approval = await findApproval(ctx.db, ctx.principal.workspaceId, id);
  const [shownApproval] = approval === null ? [] : await show(ctx, [approval]);
  if (shownApproval === undefined) throw notFound('approval');
  return shownApproval;
}

async function show(ctx: Ctx, approvals: readonly Approval[]): Promise<ShownApproval[]> {
  const now = steadyIso(ctx);
  const ids = approvals.flatMap((one) => {
    if (one.operation === 'startAsk') return bodyOf<AskBody>(one).caseIds;
    return one.operation === 'ensureObservation' ? [bodyOf<EnsureBody>(one).caseId] : [];
  });
  const cases = ids.length === 0 ? [] : await casesOfIds(ctx.db, ctx.principal.workspaceId, ids);
  const byId = new Map(cases.map((one) => [one.id, one]));
  return approvals.map((approval) => {
    const state = decideApprovalState(approval, now);
    const none = {
      ...{ caseId: null, question: null, engine: null, model: null, useSeoTools: false, domain: null },
      ...{ answers: [], repeats: 1 },
    };
    if (approval.operation === 'startAsk') {
      const { caseIds, repeats, useSeoTools } = bodyOf<AskBody>(approval);
      const answers = caseIds.flatMap((id) => describeAnswer(ctx, byId.get(id)) ?? []);
      return { ...approval, state, purchase: { ...none, kind: 'answers', answers, repeats, useSeoTools } };
    }
    if (approval.operation === 'requestSeoOverview') {
      const { domain } = bodyOf<LookupBody>(approval);
      return { ...approval, state, purchase: { ...none, kind: 'seo_overview', domain } };
    }
    const { caseId, useSeoTools } = bodyOf<EnsureBody>(approval);
    const record = byId.get(caseId);
    const purchase = { ...none, ...describeAnswer(ctx, record), kind: 'answer' as const, caseId, useSeoTools };
    return { ...approval, state, purchase: { ...purchase, domain: record?.target?.domain ?? null } };
  });
}

function describeAnswer(ctx: Ctx, record: KeywordCase | undefined): ApprovalPurchase['answers'][number] | null {
  if (record === undefined) return null;
  const { engine, model } = record.search;
  return { question: record.query, engine, model: model ?? ctx.engines.find(engine)?.defaultModel ?? null };
}

function bodyOf<Body>({ body }: Approval): Body {
  return body as Body;
}

async function findQuote(ctx: Ctx, { operation, body, requester }: Approval): Promise<SpendQuote | null> {
  const payer = { keyId: requester.keyId, planId: null };
  try {
    if (operation === 'startAsk') return await quoteAsk(ctx, body as AskBody, payer);
    if (operation === 'requestSeoOverview') return await quoteSeoOverview(ctx, payer);
    return await quoteEnsure(ctx, body as EnsureBody, payer);
  } catch (cause) {
    if (cause instanceof AppError && ['not_found', 'engine_unavailable'].includes(cause.code)) return null;
    throw cause;
  }
}
