import type { Queryable } from './transaction.ts';

/** Tables with an id, a workspace and, except for address lists, a website. */
type RecordTable = 'log_sources' | 'data_connections' | 'sampling_frames' | 'address_lists';
type Mapped<Entity> = { read(row: never): Entity; write(part: Partial<Entity>): object };
type Order = { at: 'created_at' | 'read_at'; newestFirst: boolean };

/** Creates the statements of a table whose records are saved, listed, found, changed and removed as they are. */
export function createRecords<Entity extends { id: string }>(name: RecordTable, columns: Mapped<Entity>, order: Order) {
  // All these tables have the columns named here.
  const table = name as 'log_sources';
  const direction = order.newestFirst ? 'desc' : 'asc';
  return {
    async insert(db: Queryable, workspaceId: string, record: Entity): Promise<void> {
      const row = { ...columns.write(record), workspace_id: workspaceId };
      await db
        .insertInto(table)
        .values(row as never)
        .execute();
    },
    /** Lists the records of a workspace, or of one of its websites. */
    async list(
      db: Queryable,
      workspaceId: string,
      { websiteId, count }: { websiteId?: string | undefined; count?: number } = {},
    ): Promise<Entity[]> {
      let query = db.selectFrom(table).selectAll().where('workspace_id', '=', workspaceId);
      if (websiteId !== undefined) query = query.where('website_id', '=', websiteId);
      if (count !== undefined) query = query.limit(count);
      const rows = await query
        .orderBy(order.at as 'created_at', direction)
        .orderBy('id', direction)
        .execute();
      return rows.map((row) => columns.read(row as never));
    },
    async find(db: Queryable, workspaceId: string, id: string): Promise<Entity | null> {
      const query = db.selectFrom(table).selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id);
      const row = await query.executeTakeFirst();
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
