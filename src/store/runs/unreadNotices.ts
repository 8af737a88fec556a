import type { Db, Queryable } from '../database/transaction.ts';

/** A notice whose task could not be read yet. `cause`: error of the last read; null if the task did not exist. */
export type UnreadNotice = { engine: string; taskId: string; receivedAt: string; failedReads: number };

/** Saves a notice until its task has been read. @param dueAt on the steady clock */
export async function saveNotice(
  db: Db,
  {
    engine,
    taskId,
    receivedAt,
    dueAt,
    cause,
  }: Omit<UnreadNotice, 'failedReads'> & { dueAt: string; cause: string | null },
): Promise<void> {
  await db
    .insertInto('unread_notices')
    .values({ engine, task_id: taskId, received_at: receivedAt, due_at: dueAt, failed_reads: 0, cause })
    .onConflict((conflict) => conflict.columns(['engine', 'task_id']).doUpdateSet({ cause }))
    .execute();
}

/** Lists notices whose next read is due, oldest first. */
export async function listDueNotices(db: Queryable, now: string, limit: number): Promise<UnreadNotice[]> {
  return db
    .selectFrom('unread_notices')
    .select(['engine', 'task_id as taskId', 'received_at as receivedAt', 'failed_reads as failedReads'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

type NoticeName = Pick<UnreadNotice, 'engine' | 'taskId'>;

/** Postpones a notice whose task could still not be read. */
export async function postponeNotice(
  db: Db,
  { engine, taskId }: NoticeName,
  next: { dueAt: string; failedReads: number; cause: string | null },
): Promise<void> {
  await db
    .updateTable('unread_notices')
    .set({ due_at: next.dueAt, failed_reads: next.failedReads, cause: next.cause })
    .where('engine', '=', engine)
    .where('task_id', '=', taskId)
    .execute();
}

export async function deleteNotice(db: Db, { engine, taskId }: NoticeName): Promise<void> {
  await db.deleteFrom('unread_notices').where('engine', '=', engine).where('task_id', '=', taskId).execute();
}

/**
 * Returns why a notice of an engine, received at or after a time, could not be read; null if none waits for its
 * provider.
 */
export async function findUnreadCause(db: Queryable, engine: string, since: string): Promise<string | null> {
  const row = await db
    .selectFrom('unread_notices')
    .select('cause')
    .where('engine', '=', engine)
    .where('received_at', '>=', since)
    .where('cause', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.cause ?? null;
}
