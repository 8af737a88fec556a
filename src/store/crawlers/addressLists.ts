import type { Selectable } from 'kysely';
import type { Queryable } from '../database/transaction.ts';
import type { CrawlerTables } from './tables.ts';

/** One reading of a published address list. */
export type AddressListRow = {
  id: string;
  url: string;
  digest: string;
  prefixes: string[];
  publishedAt: string | null;
  readAt: string;
  readBy: string;
  confirmedAt: string | null;
};

const rowFrom = (row: Selectable<CrawlerTables['address_lists']>): AddressListRow => ({
  id: row.id,
  url: row.url,
  digest: row.digest,
  prefixes: JSON.parse(row.prefixes),
  publishedAt: row.published_at,
  readAt: row.read_at,
  readBy: row.read_by,
  confirmedAt: row.confirmed_at,
});

/** Every reading of every list of a workspace, newest first. */
export async function listAddressLists(db: Queryable, workspaceId: string): Promise<AddressListRow[]> {
  const rows = await db
    .selectFrom('address_lists')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(rowFrom);
}

export async function insertAddressList(db: Queryable, workspaceId: string, row: AddressListRow): Promise<void> {
  await db
    .insertInto('address_lists')
    .values({
      id: row.id,
      workspace_id: workspaceId,
      url: row.url,
      digest: row.digest,
      prefixes: JSON.stringify(row.prefixes),
      published_at: row.publishedAt,
      read_at: row.readAt,
      read_by: row.readBy,
      confirmed_at: row.confirmedAt,
    })
    .execute();
}

/** Notes that lists have covered a claim, which lets them disprove others. */
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
