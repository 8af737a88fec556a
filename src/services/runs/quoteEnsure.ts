import { notFound } from '../../domain/errors.ts';
import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import type { Ctx } from '../appContext.ts';
import type { payerOf } from '../money/holdPurchase.ts';
import { quoteSeoOverview } from '../money/quoteSeoOverview.ts';
import type { ObservationTarget } from './planObservation.ts';
import { quoteAnswers } from './quoteAnswers.ts';

/**
 * Quotes one new answer, with the SEO lookup that its engine's agent may make. Costs nothing.
 * @param payer whose budgets are shown; by default the caller's
 * @throws not_found, engine_unavailable
 */
export async function quoteEnsure(
  ctx: Ctx,
  target: ObservationTarget,
  payer?: ReturnType<typeof payerOf>,
): Promise<SpendQuote> {
  if (target.kind !== 'keyword') throw notFound('case');
  const request = { caseIds: [target.caseId], repeats: 1, maxAgeSeconds: 0 };
  const { items, simulated, budgets } = await quoteAnswers(ctx, request, payer);
  const perRun = items[0]?.perRun;
  const answer = { typical: perRun?.typical ?? null, max: perRun?.held ?? null, simulated, budgets };
  if (!target.useSeoTools) return answer;
  const lookup = await quoteSeoOverview(ctx, payer);
  const add = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  return {
    typical: add(answer.typical, lookup.typical),
    max: add(answer.max, lookup.max),
    simulated: simulated && lookup.simulated,
    budgets,
  };
}
