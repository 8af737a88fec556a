import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

/** Start and end of one attempt to deliver a message. */
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

/** Lists the attempts of messages, earliest first. */
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
