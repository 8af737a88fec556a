import { type Purchase, standingAfter } from '../../src/domain/money/ledger.ts';
import { monthOf } from '../../src/domain/money/month.ts';
import { scopesOf } from '../../src/domain/money/monthBudget.ts';
import { balanceChange, type Entry, type Standing } from '../../src/domain/money/purchase.ts';
import type { Db } from '../../src/store/database/transaction.ts';
import { derivePurchases } from '../../src/store/money/ledgerEntries.ts';

/** Returns the key of a balance: a scope, a month, real or simulated. */
export function balanceKey(scope: string, month: string, simulated: boolean): string {
  return `${scope} ${month}${simulated ? ' simulated' : ''}`;
}

/** Computes all balances from the entries alone. The saved ones must equal these. */
export function replayBalances(
  lines: Iterable<{ purchase: Purchase; entry: Pick<Entry, 'from' | 'to'> }>,
): Map<string, number> {
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

/** Reads the whole ledger of a database: the state of every purchase, and the balances, replayed and saved. */
export async function readLedger(db: Db): Promise<{
  standings: Map<string, Standing>;
  replayed: Record<string, number>;
  saved: Record<string, number>;
}> {
  const records = await db.selectFrom('ledger_entries').select(['workspace_id', 'record_id']).distinct().execute();
  const standings = new Map<string, Standing>();
  const lines: { purchase: Purchase; entry: Entry }[] = [];
  for (const workspaceId of new Set(records.map((row) => row.workspace_id))) {
    const ids = records.filter((row) => row.workspace_id === workspaceId).map((row) => row.record_id);
    for (const { purchase, entries } of await derivePurchases(db, workspaceId, ids)) {
      standings.set(purchase.id, standingAfter(entries));
      for (const entry of entries) lines.push({ purchase, entry });
    }
  }
  const rows = await db.selectFrom('budget_balances').selectAll().execute();
  const saved = rows.map((row): [string, number] => [
    balanceKey(row.scope, row.month, row.simulated === 1),
    Number(row.used_micro),
  ]);
  return {
    standings,
    replayed: withoutZeros(replayBalances(lines)),
    saved: withoutZeros(saved),
  };
}

/** A refused hold leaves a zero balance without an entry. */
function withoutZeros(balances: Iterable<[string, number]>): Record<string, number> {
  return Object.fromEntries(
    [...balances].filter(([, used]) => used !== 0).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
