import { type LogImport, type LogSource, noCounts } from '../../domain/crawlers/logImport.ts';
import { mapColumns } from '../database/columns.ts';
import { createRecords } from '../database/records.ts';
import type { Queryable } from '../database/transaction.ts';
import { logImportParts, logImports } from './logImports.ts';
import type { LogDrainRow } from './tables.ts';

const columns = mapColumns<LogSource>()({
  plain: 'id websiteId name kind format keepDays createdAt',
  json: 'captures mapping',
});

export const logSources = createRecords<LogSource>('log_sources', columns, { at: 'created_at', newestFirst: false });

/** Removes a source with everything counted from it. */
export async function deleteLogSource(db: Queryable, workspaceId: string, id: string): Promise<void> {
  const imports = await db.selectFrom('log_imports').select('id').where('source_id', '=', id).execute();
  for (const { id: importId } of imports) await logImports.removeWhole(db, importId);
  await db.deleteFrom('log_salts').where('source_id', '=', id).execute();
  await deleteLogDrain(db, id);
  await logSources.remove(db, workspaceId, id);
}

const drainColumns = mapColumns<LogDrainRow>()({ plain: 'sourceId workspaceId sealed verify' });

export async function findLogDrain(db: Queryable, sourceId: string): Promise<LogDrainRow | null> {
  const row = await db.selectFrom('log_drains').selectAll().where('source_id', '=', sourceId).executeTakeFirst();
  return row === undefined ? null : drainColumns.read(row);
}

/** Saves a drain, replacing an earlier one of its source. */
export async function saveLogDrain(db: Queryable, row: LogDrainRow, now: string): Promise<void> {
  await deleteLogDrain(db, row.sourceId);
  await db
    .insertInto('log_drains')
    .values({ ...drainColumns.write(row), created_at: now })
    .execute();
}

export async function deleteLogDrain(db: Queryable, sourceId: string): Promise<void> {
  await db.deleteFrom('log_drains').where('source_id', '=', sourceId).execute();
}

/** Adds a delivery to that day's import, so that a drain has one import per day. Null if it is the first. */
export async function mergeIntoDay(db: Queryable, workspaceId: string, part: LogImport): Promise<LogImport | null> {
  const row = await db
    .selectFrom('log_imports')
    .select('id')
    .where('source_id', '=', part.sourceId)
    .where('state', '=', 'complete')
    .where('name', '=', part.name)
    .where('id', '!=', part.id)
    .executeTakeFirst();
  const day = row === undefined ? null : await logImports.find(db, workspaceId, row.id);
  if (day === null) return null;
  for (const table of logImportParts) {
    await db.updateTable(table).set({ import_id: day.id }).where('import_id', '=', part.id).execute();
  }
  await db.deleteFrom('log_imports').where('id', '=', part.id).execute();
  const names = Object.keys(noCounts) as (keyof typeof noCounts)[];
  const times = [day.firstAt, day.lastAt, part.firstAt, part.lastAt].filter((time) => time !== null).toSorted();
  const merged: LogImport = {
    ...day,
    bytes: day.bytes + part.bytes,
    firstAt: times[0] ?? null,
    lastAt: times.at(-1) ?? null,
    counts: Object.fromEntries(names.map((name) => [name, day.counts[name] + part.counts[name]])) as typeof noCounts,
    notes: [...new Set([...day.notes, ...part.notes])],
  };
  await logImports.complete(db, merged);
  return merged;
}
