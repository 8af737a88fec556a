import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import type { PlanRevision } from '../../domain/plans/plan.ts';
import type { Ctx } from '../appContext.ts';
import type { payerOf } from '../money/holdPurchase.ts';
import { quoteAnswers } from '../runs/quoteAnswers.ts';
import { quoteEnsure } from '../runs/quoteEnsure.ts';

/** Manual request: its cases, the repeats of each, and the total maximum. */
export type AskBody = Pick<PlanRevision, 'repeats' | 'maxAgeSeconds' | 'useSeoTools'> & {
  caseIds: readonly string[];
  /** Total worst case as confirmed; null: no price is known. Absent: the worst case when the round begins. */
  maxMicro?: MicroUsd | null | undefined;
};

/** Quotes a whole manual request, at most its own limit. @throws not_found, engine_unavailable, unsupported_setting */
export async function quoteAsk(ctx: Ctx, body: AskBody, payer?: ReturnType<typeof payerOf>): Promise<SpendQuote> {
  const { caseIds, repeats, maxAgeSeconds, useSeoTools, maxMicro = null } = body;
  const quote = await (useSeoTools
    ? quoteEnsure(ctx, { kind: 'keyword', caseId: caseIds[0] ?? '', useSeoTools }, payer)
    : quoteTotal(ctx, { caseIds, repeats, maxAgeSeconds }, payer));
  const limits = [quote.max, maxMicro].filter((limit) => limit !== null);
  return { ...quote, max: limits.length === 0 ? null : Math.min(...limits) };
}

async function quoteTotal(
  ctx: Ctx,
  request: Parameters<typeof quoteAnswers>[1],
  payer?: ReturnType<typeof payerOf>,
): Promise<SpendQuote> {
  const { total, simulated, budgets } = await quoteAnswers(ctx, request, payer);
  return { typical: total.typical, max: total.held, simulated, budgets };
}
