import type { Db } from '../database/transaction.ts';

/** Claims a check of an engine's costs for this caller, unless one was claimed after `before` (ISO 8601 UTC). */
export async function claimCostCheck(db: Db, engine: string, before: string, now: string): Promise<boolean> {
  const insertResult = await db
    .insertInto('cost_looks')
    .values({ engine, looked_at: now })
    .onConflict((conflict) =>
      conflict.column('engine').doUpdateSet({ looked_at: now }).where('cost_looks.looked_at', '<=', before),
    )
    .executeTakeFirst();
  return insertResult.numInsertedOrUpdatedRows === 1n;
}

/** Postpones the next check of an engine's costs. */
export async function postponeCostCheck(db: Db, engine: string, lookedAt: string): Promise<void> {
  await db.updateTable('cost_looks').set({ looked_at: lookedAt }).where('engine', '=', engine).execute();
}
