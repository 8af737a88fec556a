import { createRecords, type Mapped } from '../database/records.ts';
import type { Queryable } from '../database/transaction.ts';

export type ImportStatements<Import extends { id: string }> = ReturnType<typeof importStatements<Import>>;

/**
 * Creates the statements that both kinds of imports share: a row is `reading` until all its data is saved, and only
 * `complete` ones are listed and found.
 * @param parts tables with the rows of an import
 */
export function importStatements<Import extends { id: string }>(
  name: 'log_imports' | 'owner_imports',
  columns: Mapped<Import>,
  parts: readonly ('log_hours' | 'bot_visits' | 'assistant_visits' | 'bot_claims' | 'log_lines' | 'owner_figures')[],
) {
  // Both tables have the columns named here.
  const table = name as 'log_imports';
  return {
    ...createRecords<Import>(name, columns, { at: 'imported_at', newestFirst: true, state: 'complete' }),
    async renew(db: Queryable, id: string, renewedAt: string): Promise<void> {
      await db.updateTable(table).set({ renewed_at: renewedAt }).where('id', '=', id).execute();
    },
    /** Completes an import, so that all its saved data counts. */
    async complete(db: Queryable, row: Import): Promise<void> {
      const set = { ...columns.write(row), state: 'complete' };
      await db
        .updateTable(table)
        .set(set as never)
        .where('id', '=', row.id)
        .execute();
    },
    /** Lists unfinished imports of a source or website, with the time of their last write. */
    async listOpen(db: Queryable, owner: 'source_id' | 'website_id', ownerId: string) {
      const open = db.selectFrom(table).select(['id', 'renewed_at']).where('state', '=', 'reading');
      const rows = await open.where(owner, '=', ownerId).execute();
      return rows.map(({ id, renewed_at }) => ({ id, renewedAt: renewed_at }));
    },
    /** Finds the complete import of a source or website that read the same bytes; null without one. */
    async findSame(db: Queryable, owner: 'source_id' | 'website_id', ownerId: string, digest: string) {
      const complete = db.selectFrom(table).selectAll().where('state', '=', 'complete');
      const row = await complete.where(owner, '=', ownerId).where('digest', '=', digest).executeTakeFirst();
      return row === undefined ? null : columns.read(row as never);
    },
    /** Removes an import with everything counted from it. */
    async removeWhole(db: Queryable, id: string): Promise<void> {
      for (const part of parts) await db.deleteFrom(part).where('import_id', '=', id).execute();
      await db.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}
