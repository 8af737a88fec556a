import { mapColumns } from '../database/columns.ts';
import type { DatabaseKind } from '../database/open.ts';
import { type Db, inTransaction, type Queryable, type Tx } from '../database/transaction.ts';

type MessageState = 'waiting' | 'delivered' | 'failed' | 'dropped';

/** A message in transit to one destination. `dueAt` and `endsAt` are on the steady clock. */
export type OutboxMessage = {
  id: string;
  workspaceId: string;
  factId: string;
  destinationId: string;
  state: MessageState;
  /** Number of attempts started. */
  attempts: number;
  createdAt: string;
  dueAt: string;
  endsAt: string;
  endedAt: string | null;
};

const columns = mapColumns<OutboxMessage>()({
  plain: 'id workspaceId factId destinationId state attempts createdAt dueAt endsAt endedAt',
});

export async function insertMessage(
  tx: Tx,
  message: Pick<OutboxMessage, 'id' | 'workspaceId' | 'factId' | 'destinationId' | 'createdAt' | 'dueAt' | 'endsAt'>,
): Promise<void> {
  await tx
    .insertInto('outbox_messages')
    .values({ ...columns.write(message), state: 'waiting', attempts: 0, ended_at: null })
    .execute();
}

export async function findMessage(db: Queryable, workspaceId: string, id: string): Promise<OutboxMessage | null> {
  const row = await db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

export async function messagesOfFacts(
  db: Queryable,
  workspaceId: string,
  factIds: readonly string[],
): Promise<OutboxMessage[]> {
  if (factIds.length === 0) return [];
  const rows = await db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('fact_id', 'in', [...factIds])
    .orderBy('id')
    .execute();
  return rows.map(columns.read);
}

/** Returns true if any message is due: polled often, so that only a real claim costs a commit. */
export async function hasDueMessage(db: Queryable, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('outbox_messages')
    .select('id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims due messages and records each attempt. Their due time moves to the end of a lease, so that no two workers hold
 * the same message, and one held by a worker that dies becomes due again.
 * @param times `steady` and `leaseUntil` on the steady clock, `now` as a date
 */
export function claimDueMessages(
  db: Db,
  engine: DatabaseKind,
  times: { steady: string; leaseUntil: string; now: string },
  limit: number,
): Promise<OutboxMessage[]> {
  return inTransaction(db, async (tx) => {
    let due = tx
      .selectFrom('outbox_messages')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', times.steady)
      .orderBy('due_at')
      .limit(limit);
    if (engine === 'postgres') due = due.forUpdate().skipLocked();
    const rows = await due.execute();
    if (rows.length === 0) return [];
    await tx
      .updateTable('outbox_messages')
      .set((eb) => ({ due_at: times.leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    await tx
      .insertInto('outbox_tries')
      .values(
        rows.map((row) => ({
          message_id: row.id,
          number: row.attempts + 1,
          workspace_id: row.workspace_id,
          began_at: times.now,
          ended_at: null,
          outcome: null,
          status: null,
          reason: null,
          duration_ms: null,
        })),
      )
      .execute();
    return rows.map((row) => columns.read({ ...row, attempts: row.attempts + 1, due_at: times.leaseUntil }));
  });
}

export type TryEnd = {
  endedAt: string;
  outcome: 'delivered' | 'failed';
  status: number | null;
  reason: string | null;
  durationMs: number;
};

/**
 * Saves the outcome of an attempt and its effect on the message. A delivery always counts; a failure changes the
 * message only if no later attempt holds it.
 */
export function endTry(
  db: Db,
  { id, workspaceId, attempts }: Pick<OutboxMessage, 'id' | 'workspaceId' | 'attempts'>,
  end: TryEnd,
  then: { state: MessageState; dueAt: string | null },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('outbox_tries')
      .set({
        ended_at: end.endedAt,
        outcome: end.outcome,
        status: end.status,
        reason: end.reason,
        duration_ms: end.durationMs,
      })
      .where('message_id', '=', id)
      .where('number', '=', attempts)
      .execute();
    let message = tx
      .updateTable('outbox_messages')
      .set({
        state: then.state,
        ended_at: then.state === 'waiting' ? null : end.endedAt,
        ...(then.dueAt === null ? {} : { due_at: then.dueAt }),
      })
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId);
    message =
      end.outcome === 'delivered'
        ? message.where('state', 'in', ['waiting', 'failed'])
        : message.where('state', '=', 'waiting').where('attempts', '=', attempts);
    await message.execute();
  });
}

/** Makes a message due now under its id; false during an attempt, or if its destination was removed. */
export async function reopenMessage(
  db: Queryable,
  { id, workspaceId }: Pick<OutboxMessage, 'id' | 'workspaceId'>,
  { dueAt, endsAt }: { dueAt: string; endsAt: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('outbox_messages')
    .set({ state: 'waiting', due_at: dueAt, ends_at: endsAt, ended_at: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['waiting', 'delivered', 'failed'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('outbox_tries')
            .select('outbox_tries.number')
            .whereRef('outbox_tries.message_id', '=', 'outbox_messages.id')
            .whereRef('outbox_tries.number', '=', 'outbox_messages.attempts')
            .where('outbox_tries.outcome', 'is', null)
            .where('outbox_messages.due_at', '>', dueAt),
        ),
      ),
    )
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Discards pending messages to a removed destination. */
export async function dropMessages(
  db: Queryable,
  { workspaceId, destinationId }: { workspaceId: string; destinationId: string },
  now: string,
): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ state: 'dropped', ended_at: now })
    .where('destination_id', '=', destinationId)
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Makes messages due now that wait for a time after `after`, because the steady clock was moved back. */
export async function scheduleMessagesNow(
  db: Queryable,
  { after, now }: { after: string; now: string },
): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ due_at: now })
    .where('state', '=', 'waiting')
    .where('due_at', '>', after)
    .execute();
}

/** Makes messages due now whose attempt never ended, for a process that knows that no other one is working on them. */
export async function scheduleOrphanedMessagesNow(db: Queryable, now: string): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ due_at: now })
    .where('state', '=', 'waiting')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('outbox_tries')
          .select('outbox_tries.number')
          .whereRef('outbox_tries.message_id', '=', 'outbox_messages.id')
          .whereRef('outbox_tries.number', '=', 'outbox_messages.attempts')
          .where('outbox_tries.outcome', 'is', null),
      ),
    )
    .execute();
}
