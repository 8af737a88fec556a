import { type ImportDimension, type ImportMetric, importMetrics } from '../../domain/imports/importKind.ts';
import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { ReportFigure } from '../../domain/imports/ownerReport.ts';
import type { SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { fillRecord } from '../../domain/text/fillRecord.ts';
import { mapColumns } from '../database/columns.ts';
import { insertInParts } from '../database/insertInParts.ts';
import { createRecords } from '../database/records.ts';
import type { Queryable } from '../database/transaction.ts';
import { importStatements } from './readImports.ts';
import type { SealedConnection } from './tables.ts';

const columns = mapColumns<OwnerImport>()({
  plain: 'id websiteId kind property name digest parser startDate endDate importedAt importedBy',
  json: 'dimensions counts warnings',
  number: 'bytes',
});

export const ownerImports = importStatements<OwnerImport>('owner_imports', columns, ['owner_figures']);

const noFigures = fillRecord(importMetrics, null);
type AllFigures = Record<ImportMetric, number | null>;
const figureColumns = mapColumns<AllFigures>()({ number: importMetrics });

export type SavedFigure = Omit<ReportFigure, 'importId'>;

/** Saves figures of an import in progress, and renews its lease. */
export async function insertFigures(
  db: Queryable,
  { id, websiteId }: Pick<OwnerImport, 'id' | 'websiteId'>,
  figures: readonly SavedFigure[],
  renewedAt: string,
): Promise<void> {
  const place = { import_id: id, website_id: websiteId };
  const rows = figures.map(({ key, figures: values, ...row }) => ({
    ...{ ...place, ...row, subject: key },
    ...figureColumns.write({ ...noFigures, ...values } as AllFigures),
  }));
  await insertInParts(db, 'owner_figures', rows);
  await ownerImports.renew(db, id, renewedAt);
}

/** Lists figures of some imports in one dimension. */
export async function listFigures(
  db: Queryable,
  imports: readonly Pick<OwnerImport, 'id'>[],
  dimension: ImportDimension,
): Promise<ReportFigure[]> {
  if (imports.length === 0) return [];
  const rows = await db
    .selectFrom('owner_figures')
    .selectAll()
    .where(
      'import_id',
      'in',
      imports.map(({ id }) => id),
    )
    .where('dimension', '=', dimension)
    .execute();
  return rows.map(({ import_id: importId, subject: key, page, detail, ...values }) => ({
    ...{ importId, dimension, key, page, detail },
    figures: figureColumns.read(values),
  }));
}

const connectionColumns = mapColumns<SealedConnection>()({
  plain: 'id websiteId kind property createdAt createdBy readAt endDate sealed',
});
const frameColumns = mapColumns<SamplingFrame>()({ plain: 'id websiteId digest size createdAt', json: 'strata' });

export const connections = createRecords<SealedConnection>('data_connections', connectionColumns, {
  at: 'created_at',
  newestFirst: false,
});
export const samplingFrames = createRecords<SamplingFrame>('sampling_frames', frameColumns, {
  at: 'created_at',
  newestFirst: true,
});
