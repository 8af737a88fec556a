import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';
import type { AddressListRow } from './tables.ts';

const columns = mapColumns<AddressListRow>()({
  plain: 'id url digest publishedAt readAt readBy confirmedAt',
  json: 'prefixes',
});

/** Lists every reading of every list of a workspace, newest first. */
export async function listAddressLists(db: Queryable, workspaceId: string): Promise<AddressListRow[]> {
  const rows = await db
    .selectFrom('address_lists')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(columns.read);
}

export async function insertAddressList(db: Queryable, workspaceId: string, row: AddressListRow): Promise<void> {
  await db
    .insertInto('address_lists')
    .values({ ...columns.write(row), workspace_id: workspaceId })
    .execute();
}

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
