import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

/** Tables of imports: a row is `reading` until all its data is saved, and only `complete` ones count. */
type ImportTable = 'log_imports' | 'owner_imports';
type Mapped<Import> = { read(row: never): Import; write(row: Import): object };

export type ImportStatements<Import extends { id: string }> = ReturnType<typeof importStatements<Import>>;

/**
 * Creates the statements that both kinds of imports share.
 * @param parts tables with the rows of an import
 */
export function importStatements<Import extends { id: string }>(
  name: ImportTable,
  columns: Mapped<Import>,
  parts: readonly ('log_hours' | 'bot_visits' | 'assistant_visits' | 'bot_claims' | 'log_lines' | 'owner_figures')[],
) {
  // Both tables have the columns named here.
  const table = name as 'log_imports';
  const complete = (db: Queryable) => db.selectFrom(table).selectAll().where('state', '=', 'complete');
  const readRow = (row: object | undefined): Import | null => (row === undefined ? null : columns.read(row as never));
  return {
    /** Begins an import, which does not count until it is complete. */
    async insert(db: Queryable, workspaceId: string, row: Import, renewedAt: string): Promise<void> {
      const state = { workspace_id: workspaceId, state: 'reading', renewed_at: renewedAt };
      await db
        .insertInto(table)
        .values({ ...columns.write(row), ...state } as never)
        .execute();
    },
    async renew(db: Queryable, id: string, renewedAt: string): Promise<void> {
      await db.updateTable(table).set({ renewed_at: renewedAt }).where('id', '=', id).execute();
    },
    /** Completes an import, so that all its saved data counts. */
    async complete(db: Queryable, row: Import): Promise<void> {
      await db
        .updateTable(table)
        .set({ ...columns.write(row), state: 'complete' } as never)
        .where('id', '=', row.id)
        .execute();
    },
    /** Lists unfinished imports of a source or website, with the time of their last write. */
    async listOpen(db: Queryable, owner: 'source_id' | 'website_id', ownerId: string) {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'renewed_at'])
        .where(owner, '=', ownerId)
        .where('state', '=', 'reading')
        .execute();
      return rows.map(({ id, renewed_at }) => ({ id, renewedAt: renewed_at }));
    },
    /** Finds the complete import of a source or website that read the same bytes; null without one. */
    async findSame(db: Queryable, owner: 'source_id' | 'website_id', ownerId: string, digest: string) {
      return readRow(await complete(db).where(owner, '=', ownerId).where('digest', '=', digest).executeTakeFirst());
    },
    async find(db: Queryable, workspaceId: string, id: string): Promise<Import | null> {
      return readRow(
        await complete(db).where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst(),
      );
    },
    /** Lists complete imports of a website, newest first. */
    async list(
      db: Queryable,
      workspaceId: string,
      { websiteId, after = null, count }: { websiteId: string; after?: ListPosition | null; count?: number },
    ): Promise<Import[]> {
      let query = complete(db).where('workspace_id', '=', workspaceId).where('website_id', '=', websiteId);
      if (after !== null) query = query.where(olderThan(after, 'imported_at'));
      if (count !== undefined) query = query.limit(count);
      const rows = await query.orderBy('imported_at', 'desc').orderBy('id', 'desc').execute();
      return rows.map((row) => columns.read(row as never));
    },
    /** Removes an import with everything counted from it. */
    async remove(db: Queryable, id: string): Promise<void> {
      for (const part of parts) await db.deleteFrom(part).where('import_id', '=', id).execute();
      await db.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}
