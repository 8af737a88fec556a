import { expectedSeoCallCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import type { SpendQuote } from '../../domain/money/spendQuote.ts';
import { seoCallsOf } from '../../domain/seo/seoReport.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { budgetsOfCaller } from './budgetSettings.ts';
import { type payerOf, worstCase } from './holdPurchase.ts';

/** Quotes one SEO overview. Costs nothing. @param payer whose budgets are shown; by default the caller's */
export async function quoteSeoOverview(ctx: Ctx, payer?: ReturnType<typeof payerOf>): Promise<SpendQuote> {
  await ctx.prices.refresh();
  const date = dayOf(nowIso(ctx));
  const costs = seoCallsOf(ctx.settings.seoSecondCall).map((name) => {
    const expected = expectedSeoCallCost(ctx.prices.book(), name, date);
    return { typical: expected?.typical ?? null, max: worstCase(ctx, expected)?.max ?? null };
  });
  const sumOf = (member: 'typical' | 'max') =>
    costs.reduce<number | null>((sum, { [member]: cost }) => (sum === null || cost === null ? null : sum + cost), 0);
  const { simulated } = ctx.seo;
  const budgets = await budgetsOfCaller(ctx, simulated, payer);
  return { typical: sumOf('typical'), max: sumOf('max'), simulated, budgets };
}
