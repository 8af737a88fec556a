import { type Purchase, standingAfter } from '../../domain/money/ledger.ts';
import { monthOf } from '../../domain/money/month.ts';
import { scopesOf } from '../../domain/money/monthBudget.ts';
import { balanceChange, endEntry, type MoneyEnd } from '../../domain/money/purchase.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { changeBalances } from '../../store/money/budgets.ts';
import { addEntry, findPurchase } from '../../store/money/ledgerEntries.ts';

/**
 * Records what is now known about a purchase's money, in the transaction that saves the purchase's own state, after
 * everything else: the balances are locked last. A repeated end adds nothing.
 * @param purchase recorded for a purchase without a hold, such as work in progress from before the ledger existed
 */
export async function endPurchase(tx: Tx, purchase: Purchase, end: MoneyEnd, now: string): Promise<void> {
  const match = await findPurchase(tx, purchase.workspaceId, purchase.id);
  const entries = match?.entries ?? [];
  const entry = endEntry(standingAfter(entries), end);
  if (entry === null) return;
  const about = match?.purchase ?? purchase;
  await addEntry(tx, about, entry, entries.length + 1, now);
  const change = balanceChange(entry);
  if (change !== 0) await changeBalances(tx, scopesOf(about), monthOf(about.begunAt), about.simulated, change);
}
