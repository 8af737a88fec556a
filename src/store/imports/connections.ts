import type { DataConnection } from '../../domain/imports/connectors.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';
import type { SealedConnection } from './tables.ts';

const columns = mapColumns<SealedConnection>()({
  plain: 'id websiteId kind property createdAt createdBy readAt endDate sealed',
});

export async function insertConnection(db: Queryable, workspaceId: string, row: SealedConnection): Promise<void> {
  await db
    .insertInto('data_connections')
    .values({ ...columns.write(row), workspace_id: workspaceId })
    .execute();
}

/** Lists connections of a website in order of creation. */
export async function listConnections(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
): Promise<SealedConnection[]> {
  const rows = await db
    .selectFrom('data_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(columns.read);
}

export async function findConnection(db: Queryable, workspaceId: string, id: string): Promise<SealedConnection | null> {
  const row = await db
    .selectFrom('data_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

export async function updateConnection(db: Queryable, id: string, { readAt, endDate }: DataConnection): Promise<void> {
  await db.updateTable('data_connections').set({ read_at: readAt, end_date: endDate }).where('id', '=', id).execute();
}

/** Returns false if the workspace has no such connection. */
export async function deleteConnection(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('data_connections')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}
