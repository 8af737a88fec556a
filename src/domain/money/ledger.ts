import { monthOf } from './month.ts';
import type { BudgetStanding, Payer } from './monthBudget.ts';
import { scopesOf } from './monthBudget.ts';
import { balanceChange, type Entry, initialStanding, type Standing } from './purchase.ts';

export const purchaseKinds = ['answer', 'second_reading', 'model_reading', 'seo_call'] as const;

/** One purchase, with the properties by which spending is reported. */
export type Purchase = Payer & {
  /** The run's id, with a suffix for its second reading; for an SEO call, the report's id and the call's name. */
  id: string;
  what: (typeof purchaseKinds)[number];
  /** Answered by the bundled simulator, or by a vendor's sandbox: never added to real money. */
  simulated: boolean;
  /** ISO 8601 UTC: when it was decided. It counts against the budgets of that month, whenever it ends. */
  begunAt: string;
  /** Id of an engine; `seo` for the calls of an overview. */
  engine: string;
  /** Model that was requested, or the name of the call. Null: the engine accepts none. */
  model: string | null;
  caseId: string | null;
  /** The run or SEO report that it belongs to. */
  recordId: string;
};

export function readingPurchaseId(runId: string): string {
  return `${runId}:second`;
}

export function modelReadingPurchaseId(readingId: string): string {
  return `${readingId}:model`;
}

export function seoPurchaseId(reportId: string, call: string): string {
  return `${reportId}:${call}`;
}

/** Returns the state of a purchase's money after its entries. */
export function standingAfter(entries: readonly Pick<Entry, 'to'>[]): Standing {
  return entries.at(-1)?.to ?? initialStanding;
}

/** Returns the key of a balance: a scope, a month, real or simulated. */
export function balanceKey(scope: string, month: string, simulated: boolean): string {
  return `${scope} ${month}${simulated ? ' simulated' : ''}`;
}

/** Computes all balances from the entries alone. The saved ones must equal these. */
export function replayBalances(
  lines: Iterable<{ purchase: Purchase; entry: Pick<Entry, 'from' | 'to'> }>,
): Map<string, BudgetStanding['used']> {
  const balances = new Map<string, number>();
  for (const { purchase, entry } of lines) {
    const change = balanceChange(entry);
    for (const scope of scopesOf(purchase)) {
      const key = balanceKey(scope, monthOf(purchase.begunAt), purchase.simulated);
      balances.set(key, (balances.get(key) ?? 0) + change);
    }
  }
  return balances;
}
