import type { Queryable } from '../database/transaction.ts';

/** One try to deliver a message, as it began and ended. */
export type OutboxTry = {
  messageId: string;
  number: number;
  beganAt: string;
  endedAt: string | null;
  outcome: 'delivered' | 'failed' | null;
  status: number | null;
  reason: string | null;
  durationMs: number | null;
};

/** The tries of messages, the first of each first. */
export async function triesOfMessages(
  db: Queryable,
  workspaceId: string,
  messageIds: readonly string[],
): Promise<OutboxTry[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .selectFrom('outbox_tries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('message_id', 'in', [...messageIds])
    .orderBy('message_id')
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    number: row.number,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    outcome: row.outcome as OutboxTry['outcome'],
    status: row.status,
    reason: row.reason,
    durationMs: row.duration_ms,
  }));
}
