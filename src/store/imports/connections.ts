import type { Selectable } from 'kysely';
import type { DataConnection } from '../../domain/imports/connectors.ts';
import type { Queryable } from '../database/transaction.ts';
import type { ImportTables } from './tables.ts';

export type SealedConnection = DataConnection & { sealed: string };

const connectionFrom = (row: Selectable<ImportTables['data_connections']>): SealedConnection => ({
  id: row.id,
  websiteId: row.website_id,
  kind: row.kind,
  property: row.property,
  createdAt: row.created_at,
  createdBy: row.created_by,
  readAt: row.read_at,
  endDate: row.end_date,
  sealed: row.sealed,
});

export async function insertConnection(db: Queryable, workspaceId: string, row: SealedConnection): Promise<void> {
  await db
    .insertInto('data_connections')
    .values({
      id: row.id,
      workspace_id: workspaceId,
      website_id: row.websiteId,
      kind: row.kind,
      property: row.property,
      sealed: row.sealed,
      created_at: row.createdAt,
      created_by: row.createdBy,
      read_at: null,
      end_date: null,
    })
    .execute();
}

/** Connections of a website in the order of their creation. */
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
  return rows.map(connectionFrom);
}

export async function findConnection(db: Queryable, workspaceId: string, id: string): Promise<SealedConnection | null> {
  const row = await db
    .selectFrom('data_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : connectionFrom(row);
}

export async function updateConnection(db: Queryable, id: string, { readAt, endDate }: DataConnection): Promise<void> {
  await db.updateTable('data_connections').set({ read_at: readAt, end_date: endDate }).where('id', '=', id).execute();
}

/** Returns false where the workspace has no such connection. */
export async function deleteConnection(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('data_connections')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}
