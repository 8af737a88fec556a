import type { LogImport } from '../../domain/crawlers/logImport.ts';
import { noCounts } from '../../domain/crawlers/logImport.ts';
import type { Queryable } from '../database/transaction.ts';
import { completeLogImport, findLogImport } from './logImports.ts';

export type LogDrainRow = { sourceId: string; workspaceId: string; sealed: string; verify: string | null };

export async function findLogDrain(db: Queryable, sourceId: string): Promise<LogDrainRow | null> {
  const row = await db.selectFrom('log_drains').selectAll().where('source_id', '=', sourceId).executeTakeFirst();
  if (row === undefined) return null;
  return { sourceId: row.source_id, workspaceId: row.workspace_id, sealed: row.sealed, verify: row.verify };
}

/** Opens a drain, in place of an earlier one of its source. */
export async function saveLogDrain(db: Queryable, row: LogDrainRow, now: string): Promise<void> {
  await deleteLogDrain(db, row.sourceId);
  await db
    .insertInto('log_drains')
    .values({
      source_id: row.sourceId,
      workspace_id: row.workspaceId,
      sealed: row.sealed,
      verify: row.verify,
      created_at: now,
    })
    .execute();
}

export async function deleteLogDrain(db: Queryable, sourceId: string): Promise<void> {
  await db.deleteFrom('log_drains').where('source_id', '=', sourceId).execute();
}

/** Adds a delivery to the import of its day, so that a drain has one import a day. Null where it is the first. */
export async function mergeIntoDay(db: Queryable, workspaceId: string, part: LogImport): Promise<LogImport | null> {
  const row = await db
    .selectFrom('log_imports')
    .select('id')
    .where('source_id', '=', part.sourceId)
    .where('state', '=', 'complete')
    .where('name', '=', part.name)
    .where('id', '!=', part.id)
    .executeTakeFirst();
  const day = row === undefined ? null : await findLogImport(db, workspaceId, row.id);
  if (day === null) return null;
  for (const table of ['log_hours', 'bot_visits', 'assistant_visits', 'bot_claims', 'log_lines'] as const) {
    await db.updateTable(table).set({ import_id: day.id }).where('import_id', '=', part.id).execute();
  }
  await db.deleteFrom('log_imports').where('id', '=', part.id).execute();
  const names = Object.keys(noCounts) as (keyof typeof noCounts)[];
  const edge = (pick: 'firstAt' | 'lastAt'): string | null => {
    const times = [day[pick], part[pick]].filter((time) => time !== null).toSorted();
    return (pick === 'firstAt' ? times[0] : times.at(-1)) ?? null;
  };
  const merged: LogImport = {
    ...day,
    bytes: day.bytes + part.bytes,
    firstAt: edge('firstAt'),
    lastAt: edge('lastAt'),
    counts: Object.fromEntries(names.map((name) => [name, day.counts[name] + part.counts[name]])) as typeof noCounts,
    notes: [...new Set([...day.notes, ...part.notes])],
  };
  await completeLogImport(db, merged);
  return merged;
}
