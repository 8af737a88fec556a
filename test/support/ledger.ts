import { balanceKey, replayBalances, standingAfter } from '../../src/domain/money/ledger.ts';
import type { Standing } from '../../src/domain/money/purchase.ts';
import type { Db } from '../../src/store/database/transaction.ts';
import { derivePurchases } from '../../src/store/money/ledgerEntries.ts';

/** Reads the whole ledger of a database: the state of every purchase, and the balances, replayed and saved. */
export async function readLedger(db: Db): Promise<{
  standings: Map<string, Standing>;
  replayed: Record<string, number>;
  saved: Record<string, number>;
}> {
  const records = await db.selectFrom('ledger_entries').select(['workspace_id', 'record_id']).distinct().execute();
  const standings = new Map<string, Standing>();
  const lines: Parameters<typeof replayBalances>[0] extends Iterable<infer Line> ? Line[] : never = [];
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
