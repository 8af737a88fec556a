import {
  type ImportDimension,
  type ImportMetric,
  importMetrics,
  type OwnerFigure,
} from '../../domain/imports/importKind.ts';
import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import { mapColumns } from '../database/columns.ts';
import { insertInParts } from '../database/insertInParts.ts';
import type { Queryable } from '../database/transaction.ts';
import { importStatements } from './readImports.ts';

const columns = mapColumns<OwnerImport>()({
  plain: 'id websiteId kind property name digest parser startDate endDate importedAt importedBy',
  json: 'dimensions counts warnings',
  number: 'bytes',
});

export const ownerImports = importStatements<OwnerImport>('owner_imports', columns, ['owner_figures']);

export type SavedFigure = OwnerFigure & { page: string | null };

/** Saves figures of an import in progress, and renews its lease. */
export async function insertFigures(
  db: Queryable,
  { id, websiteId }: Pick<OwnerImport, 'id' | 'websiteId'>,
  figures: readonly SavedFigure[],
  renewedAt: string,
): Promise<void> {
  const place = { import_id: id, website_id: websiteId };
  const rows = figures.map(({ key, figures: values, ...row }) => ({
    ...place,
    ...row,
    subject: key,
    ...valuesOf(values),
  }));
  await insertInParts(db, 'owner_figures', rows);
  await ownerImports.renew(db, id, renewedAt);
}

function valuesOf(figures: OwnerFigure['figures']): Record<ImportMetric, number | null> {
  return Object.fromEntries(importMetrics.map((metric) => [metric, figures[metric] ?? null])) as Record<
    ImportMetric,
    number | null
  >;
}

/** A saved figure with its import. */
export type FigureRow = SavedFigure & { importId: string };

/** Lists figures of some imports in one dimension. */
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
