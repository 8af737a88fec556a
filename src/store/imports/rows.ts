import {
  type ImportDimension,
  type ImportMetric,
  importMetrics,
  type OwnerFigure,
} from '../../domain/imports/importKind.ts';
import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { mapColumns } from '../database/columns.ts';
import { olderThan } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

/** Rows of one statement: below the number of parameters that either database takes. */
const rowsAtOnce = 500;

const columns = mapColumns<OwnerImport>()({
  plain: 'id websiteId kind property name digest parser startDate endDate importedAt importedBy',
  json: 'dimensions counts warnings',
  number: 'bytes',
});

/** Begins an import, which counts nowhere until it is complete. */
export async function insertImport(
  db: Queryable,
  workspaceId: string,
  owned: OwnerImport,
  renewedAt: string,
): Promise<void> {
  await db
    .insertInto('owner_imports')
    .values({ ...columns.write(owned), workspace_id: workspaceId, state: 'reading', renewed_at: renewedAt })
    .execute();
}

export type SavedFigure = OwnerFigure & { page: string | null };

/** Saves figures of an import that is being read, and renews its lease. */
export async function insertFigures(
  db: Queryable,
  { id, websiteId }: Pick<OwnerImport, 'id' | 'websiteId'>,
  figures: readonly SavedFigure[],
  renewedAt: string,
): Promise<void> {
  for (let from = 0; from < figures.length; from += rowsAtOnce) {
    const rows = figures.slice(from, from + rowsAtOnce).map(({ dimension, key, page, detail, figures: values }) => ({
      import_id: id,
      website_id: websiteId,
      dimension,
      subject: key,
      page,
      detail,
      ...valuesOf(values),
    }));
    await db.insertInto('owner_figures').values(rows).execute();
  }
  await db.updateTable('owner_imports').set({ renewed_at: renewedAt }).where('id', '=', id).execute();
}

function valuesOf(figures: OwnerFigure['figures']): Record<ImportMetric, number | null> {
  return Object.fromEntries(importMetrics.map((metric) => [metric, figures[metric] ?? null])) as Record<
    ImportMetric,
    number | null
  >;
}

export async function completeImport(db: Queryable, id: string): Promise<void> {
  await db.updateTable('owner_imports').set({ state: 'complete' }).where('id', '=', id).execute();
}

/** Removes an import with every figure of it. */
export async function deleteImport(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('owner_figures').where('import_id', '=', id).execute();
  await db.deleteFrom('owner_imports').where('id', '=', id).execute();
}

/** Removes imports of a website whose process wrote nothing since a time: it died. */
export async function deleteDeadImports(db: Queryable, websiteId: string, before: string): Promise<void> {
  const dead = await db
    .selectFrom('owner_imports')
    .select('id')
    .where('website_id', '=', websiteId)
    .where('state', '=', 'reading')
    .where('renewed_at', '<', before)
    .execute();
  for (const { id } of dead) await deleteImport(db, id);
}

/** Complete imports of a website, newest first. */
export async function listImports(
  db: Queryable,
  workspaceId: string,
  { websiteId, after = null, count }: { websiteId: string; after?: ListPosition | null; count?: number },
): Promise<OwnerImport[]> {
  let query = db
    .selectFrom('owner_imports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('state', '=', 'complete');
  if (after !== null) query = query.where(olderThan(after, 'imported_at'));
  if (count !== undefined) query = query.limit(count);
  return (await query.orderBy('imported_at', 'desc').orderBy('id', 'desc').execute()).map(columns.read);
}

export async function findImport(db: Queryable, workspaceId: string, id: string): Promise<OwnerImport | null> {
  const row = await db
    .selectFrom('owner_imports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'complete')
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** The complete import of a website that read the same bytes before; null for none. */
export async function findSameFile(db: Queryable, websiteId: string, digest: string): Promise<OwnerImport | null> {
  const row = await db
    .selectFrom('owner_imports')
    .selectAll()
    .where('website_id', '=', websiteId)
    .where('digest', '=', digest)
    .where('state', '=', 'complete')
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** A saved figure with the import that it is of. */
export type FigureRow = SavedFigure & { importId: string };

/** Figures of some imports in one dimension. */
export async function listFigures(
  db: Queryable,
  importIds: readonly string[],
  dimension: ImportDimension,
): Promise<FigureRow[]> {
  if (importIds.length === 0) return [];
  const rows = await db
    .selectFrom('owner_figures')
    .selectAll()
    .where('import_id', 'in', [...importIds])
    .where('dimension', '=', dimension)
    .execute();
  return rows.map(({ import_id, subject, page, detail, dimension: _dimension, website_id: _website, ...values }) => ({
    importId: import_id,
    dimension,
    key: subject,
    page,
    detail,
    figures: Object.fromEntries(
      importMetrics.map((metric) => [metric, values[metric] === null ? null : Number(values[metric])]),
    ),
  }));
}
