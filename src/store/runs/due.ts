import { sql } from 'kysely';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { DatabaseKind } from '../database/open.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { toRunRecord } from './rows.ts';

/**
 * Claims due runs, oldest first, by moving their due time to the end of a lease. Two workers never hold the same run;
 * if this one dies, its runs become due again when the lease ends.
 */
export function claimDueRuns(
  db: Db,
  engine: DatabaseKind,
  now: string,
  leaseUntil: string,
  limit: number,
): Promise<RunRecord[]> {
  return inTransaction(db, async (tx) => {
    let due = tx
      .selectFrom('runs')
      .selectAll()
      .where('active', '=', sql.lit(1))
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit);
    if (engine === 'postgres') due = due.forUpdate().skipLocked();
    const rows = await due.execute();
    if (rows.length === 0) return [];
    await tx
      .updateTable('runs')
      .set({ due_at: leaseUntil })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    return rows.map((row) => ({ ...toRunRecord(row), dueAt: leaseUntil }));
  });
}

const scheduleOne = compiledOnce((db, dueAt: string, failedPolls: number, id: string, workspaceId: string) =>
  db
    .updateTable('runs')
    .set({ due_at: dueAt, failed_looks: failedPolls })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', sql.lit(1)),
);

/**
 * Schedules the next polls of runs without changing their version, because a schedule is not part of a run's state. One
 * statement serves many runs, so that a thousand unchanged polls do not cost a thousand commits.
 */
export async function schedulePolls(
  db: Db,
  looks: readonly { id: string; workspaceId: string; dueAt: string; failedPolls: number }[],
): Promise<void> {
  if (looks.length === 0) return;
  await inTransaction(db, async (tx) => {
    for (const look of looks) await scheduleOne(tx, look.dueAt, look.failedPolls, look.id, look.workspaceId);
  });
}

/** Makes runs in some phases due immediately: a start does this for runs that a killed process was submitting. */
export async function schedulePhasesNow(db: Db, phases: readonly string[], now: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ due_at: now })
    .where('active', '=', sql.lit(1))
    .where('phase', 'in', phases)
    .where('due_at', '>', now)
    .execute();
}

/** Makes active runs due now if their due time is later than `after`. */
export async function scheduleRunsNow(db: Db, { after, now }: { after: string; now: string }): Promise<void> {
  await db
    .updateTable('runs')
    .set({ due_at: now })
    .where('active', '=', sql.lit(1))
    .where('due_at', '>', after)
    .execute();
}

/** Returns true only for the first delivery of this id. */
export async function isFirstDelivery(db: Db, id: string, now: string): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_deliveries')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
