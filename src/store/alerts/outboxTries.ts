import { mapColumns } from '../database/columns.ts';
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

const columns = mapColumns<OutboxTry>()({
  plain: 'messageId number beganAt endedAt outcome status reason durationMs',
});

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
  return rows.map(columns.read);
}
