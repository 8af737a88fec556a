import type { Month } from '../../domain/money/month.ts';
import type { BudgetKind, BudgetStanding } from '../../domain/money/monthBudget.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

/** State of budgets after a hold, or of those that refused a purchase. */
export type MoneyEvent = {
  standings: readonly BudgetStanding[];
  month: Month;
  simulated: boolean;
  refused: BudgetKind | null;
};

type Place = { id: string; workspaceId: string; at: string };

export async function insertMoneyEvent(tx: Tx, { id, workspaceId, at }: Place, event: MoneyEvent): Promise<void> {
  const row = { id, workspace_id: workspaceId, at, budgets: JSON.stringify(event) };
  await tx.insertInto('money_events').values(row).execute();
}

/** Returns true if there are events. Polled often, so that only events cost a transaction. */
export async function hasMoneyEvents(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('money_events').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Removes and returns the oldest events, so that one worker handles each. */
export async function removeMoneyEvents(
  tx: Tx,
  engine: DatabaseKind,
  limit: number,
): Promise<(MoneyEvent & { workspaceId: string })[]> {
  let query = tx.selectFrom('money_events').selectAll().orderBy('at').orderBy('id').limit(limit);
  if (engine === 'postgres') query = query.forUpdate().skipLocked();
  const rows = await query.execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('money_events').where('id', 'in', ids).execute();
  return rows.map((row) => ({ ...(JSON.parse(row.budgets) as MoneyEvent), workspaceId: row.workspace_id }));
}
