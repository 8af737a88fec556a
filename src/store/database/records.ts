import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from './newestFirst.ts';
import type { Queryable } from './transaction.ts';

/** Tables with an id, a workspace and, except for address lists and saved views, a website. */
type RecordTable =
  | 'log_sources'
  | 'data_connections'
  | 'sampling_frames'
  | 'address_lists'
  | 'log_imports'
  | 'owner_imports'
  | 'saved_views';
/** Reads and writes the columns of a record, as `mapColumns` does. */
export type Mapped<Entity> = { read(row: never): Entity; write(part: Partial<Entity>): object };
/** `state`: that of the rows that count, if the table has states. */
type Order = { at: 'created_at' | 'read_at' | 'imported_at' | 'saved_at'; newestFirst: boolean; state?: 'complete' };

/** Creates the statements of a table whose records are saved, listed, found, changed and removed as they are. */
export function createRecords<Entity extends { id: string }>(name: RecordTable, columns: Mapped<Entity>, order: Order) {
  // All these tables have the columns named here.
  const table = name as 'log_sources';
  const direction = order.newestFirst ? 'desc' : 'asc';
  const ofWorkspace = (db: Queryable, workspaceId: string) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(order.state !== undefined, (query) => query.where('state' as 'kind', '=', order.state as never));
  return {
    /** @param more further columns of the table */
    async insert(db: Queryable, workspaceId: string, record: Entity, more: object = {}): Promise<void> {
      const row = { ...columns.write(record), ...more, workspace_id: workspaceId };
      await db
        .insertInto(table)
        .values(row as never)
        .execute();
    },
    /** Lists the records of a workspace, or of one of its websites. `after`: only if the newest come first. */
    async list(
      db: Queryable,
      workspaceId: string,
      {
        websiteId,
        after = null,
        count,
      }: { websiteId?: string | undefined; after?: ListPosition | null; count?: number } = {},
    ): Promise<Entity[]> {
      let query = ofWorkspace(db, workspaceId);
      if (websiteId !== undefined) query = query.where('website_id', '=', websiteId);
      if (after !== null) query = query.where(olderThan(after, order.at));
      if (count !== undefined) query = query.limit(count);
      const rows = await query
        .orderBy(order.at as 'created_at', direction)
        .orderBy('id', direction)
        .execute();
      return rows.map((row) => columns.read(row as never));
    },
    async find(db: Queryable, workspaceId: string, id: string): Promise<Entity | null> {
      const row = await ofWorkspace(db, workspaceId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : columns.read(row as never);
    },
    async change(db: Queryable, workspaceId: string, id: string, part: Partial<Entity>): Promise<void> {
      const query = db.updateTable(table).set(columns.write(part) as never);
      await query.where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    /** Returns false if the workspace has no such record. */
    async remove(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
      const query = db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('id', '=', id);
      return Number((await query.executeTakeFirst()).numDeletedRows) > 0;
    },
  };
}
