import { mapColumns } from '../database/columns.ts';
import { createRecords } from '../database/records.ts';
import type { Queryable } from '../database/transaction.ts';
import type { AddressListRow } from './tables.ts';

const columns = mapColumns<AddressListRow>()({
  plain: 'id url digest publishedAt readAt readBy confirmedAt',
  json: 'prefixes',
});

/** Every reading of every list, newest first. */
export const addressLists = createRecords<AddressListRow>('address_lists', columns, {
  at: 'read_at',
  newestFirst: true,
});

/** Records that lists have confirmed a claim, which allows them to disprove others. */
export async function confirmAddressLists(
  db: Queryable,
  workspaceId: string,
  digests: readonly string[],
  now: string,
): Promise<void> {
  if (digests.length === 0) return;
  await db
    .updateTable('address_lists')
    .set({ confirmed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('digest', 'in', [...digests])
    .where('confirmed_at', 'is', null)
    .execute();
}
