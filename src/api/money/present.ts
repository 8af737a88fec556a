import type { z } from 'zod';
import type {
  budgetSchema,
  costEstimateSchema,
  purchasesOfRecordSchema,
  quotedPriceSchema,
  quoteSchema,
  runCostSchema,
  spendingSchema,
} from '../../contract/money/schemas.ts';
import { standingAfter } from '../../domain/money/ledger.ts';
import { type BudgetStanding, leftOf } from '../../domain/money/monthBudget.ts';
import { type SpendingSums, totalOf } from '../../domain/money/spending.ts';
import { usdOf } from '../../domain/money/usd.ts';
import type { AnswerCost } from '../../services/money/answerCosts.ts';
import type { RecordMoney, Spending } from '../../services/money/readSpending.ts';
import type { Quote } from '../../services/runs/quoteAnswers.ts';

/** Presents money on the wire: US dollars, every field named. */

export function presentBudget({ kind, id, used, limit }: BudgetStanding): z.input<typeof budgetSchema> {
  return { kind, id, limitUsd: usdOf(limit), usedUsd: usdOf(used), leftUsd: usdOf(leftOf({ used, limit })) };
}

function presentAmounts(cost: { typical: number | null; max: number | null; held: number | null }) {
  return { typicalUsd: usdOf(cost.typical), maxUsd: usdOf(cost.max), heldUsd: usdOf(cost.held) };
}

export function presentAnswerCost(cost: AnswerCost): z.input<typeof quotedPriceSchema> {
  const { basis, asOf, mayHaveChanged } = cost;
  return { ...presentAmounts(cost), basis, asOf, mayHaveChanged };
}

export function presentQuote(quote: Quote): z.input<typeof quoteSchema> {
  const { repeats, maxAgeSeconds, simulated, total, budgets, fits, needsApproval } = quote;
  const items = quote.items.slice(0, 200).map(({ perRun, ...item }) => ({
    caseId: item.caseId,
    questionId: item.questionId,
    engine: item.engine,
    model: item.model,
    simulated: item.simulated,
    bought: item.bought,
    reused: item.reused,
    blocked: item.blocked,
    perRun: presentAnswerCost(perRun),
  }));
  const sumOf = (sum: Quote['total']) => {
    const { bought, reused, blocked, unpriced } = sum;
    return { ...presentAmounts(sum), bought, reused, blocked, unpriced };
  };
  return {
    repeats,
    maxAgeSeconds,
    simulated,
    items,
    engines: quote.engines.map((sum) => {
      const { engine, models } = sum;
      return { ...sumOf(sum), engine, models };
    }),
    total: sumOf(total),
    budgets: budgets.map(presentBudget),
    fits,
    needsApproval,
  };
}

function presentSums(sums: SpendingSums) {
  return {
    statedUsd: usdOf(sums.stated),
    estimatedUsd: usdOf(sums.estimated),
    heldUsd: usdOf(sums.held),
    unknownUsd: usdOf(sums.unknown),
    refundedUsd: usdOf(sums.refunded),
    totalUsd: usdOf(totalOf(sums)),
    counts: { ...sums.counts },
  };
}

export function presentRunCost(sums: SpendingSums): z.input<typeof runCostSchema> {
  const { statedUsd, estimatedUsd, heldUsd, unknownUsd, counts } = presentSums(sums);
  return { statedUsd, estimatedUsd, heldUsd, unknownUsd, unpriced: counts.unpriced };
}

export function presentSpending(spending: Spending): z.input<typeof spendingSchema> {
  const { month, by, simulated, total, forecast, rows } = spending;
  return {
    month,
    by,
    simulated,
    total: presentSums(total),
    forecast: forecast && {
      usd: usdOf(forecast.micro),
      days: forecast.days,
    },
    rows: rows.map((row) => ({ id: row.id, label: row.label, ...presentSums(row), filter: row.filter })),
  };
}

type Bought = RecordMoney['purchases'][number];

/** Basis of an estimate; null if the provider stated the cost, or nothing is settled. */
export function presentEstimate({ entries }: Pick<Bought, 'entries'>): z.input<typeof costEstimateSchema> | null {
  const last = entries.at(-1);
  if (last?.to.state !== 'estimated' || last.to.micro === null) return null;
  const { basis } = last;
  if (basis === null || basis === 'stated' || basis === 'vendor_export' || basis === 'member') return null;
  return { amountUsd: usdOf(last.to.micro), basis, asOf: last.asOf };
}

export function presentRecordMoney(record: RecordMoney): z.input<typeof purchasesOfRecordSchema> {
  return {
    recordId: record.recordId,
    begunAt: record.begunAt,
    purchases: record.purchases.map(({ purchase, entries }) => {
      const standing = standingAfter(entries);
      return {
        id: purchase.id,
        what: purchase.what,
        engine: purchase.engine,
        model: purchase.model,
        keyId: purchase.keyId,
        planId: purchase.planId,
        caseId: purchase.caseId,
        simulated: purchase.simulated,
        state: standing.state,
        costUsd: standing.state === 'stated' ? usdOf(standing.micro) : null,
        costEstimate: presentEstimate({ entries }),
        entries: entries.map(({ kind, from, to, basis, asOf, enteredAt }) => ({
          kind,
          from: from.state,
          fromUsd: usdOf(from.micro),
          to: to.state,
          toUsd: usdOf(to.micro),
          basis,
          asOf,
          at: enteredAt,
        })),
      };
    }),
  };
}
