import { fillRecord, type Words } from '../text/fillRecord.ts';
import type { ImportDimension, ImportWarning } from './importKind.ts';

/** Raised when files are read differently, so that imports of two parsers can be distinguished. */
export const importParserVersion = 'imports/1';

/**
 * Rows of an import by outcome; the others add up to `rows`. `foreign`: pages of other websites. `leftOut`: totals, rows
 * without a subject, and rows of other traffic. `otherTables`: rows of unused tables, such as countries.
 */
export const importOutcomes = 'rows figures foreign leftOut otherTables' as const;
export type ImportCounts = Record<Words<typeof importOutcomes>, number>;
export const noImportCounts = fillRecord(importOutcomes, 0);

/** A file with a larger share of foreign pages belongs to another website. */
export const maxForeignShare = 0.5;

/** One file of the owner's data. */
export type OwnerImport = {
  id: string;
  websiteId: string;
  kind: string;
  /**
   * Domain or property that the vendor counts. A newer file replaces days of older ones of the same kind and property.
   */
  property: string;
  name: string;
  /** SHA-256 of the bytes as they were sent, in hexadecimal. */
  digest: string;
  bytes: number;
  parser: string;
  /** First and last day of the figures; null if the file does not say. */
  startDate: string | null;
  endDate: string | null;
  dimensions: ImportDimension[];
  counts: ImportCounts;
  warnings: ImportWarning[];
  importedAt: string;
  importedBy: string;
};

type Dated = Pick<OwnerImport, 'startDate' | 'endDate'>;

/** Returns true if two files may share a day; files without dates may. */
const overlap = (a: Dated, b: Dated): boolean =>
  (a.startDate ?? '') <= (b.endDate ?? '9999') && (b.startDate ?? '') <= (a.endDate ?? '9999');

const isNewer = (a: OwnerImport, b: OwnerImport): boolean =>
  a.importedAt === b.importedAt ? a.id > b.id : a.importedAt > b.importedAt;

/**
 * Finds the import that replaces another one in a dimension: a newer file of the same kind and property that shares a
 * day. Days are replaced one by one elsewhere, so this is for tables over a whole period. Null if the import counts.
 */
export function findReplacement(
  owned: OwnerImport,
  all: readonly OwnerImport[],
  dimension: ImportDimension,
): OwnerImport | null {
  const isSameSeries = (other: OwnerImport): boolean => other.kind === owned.kind && other.property === owned.property;
  const candidates = all.filter((other) => isSameSeries(other) && other.dimensions.includes(dimension));
  return candidates.find((other) => isNewer(other, owned) && overlap(other, owned)) ?? null;
}

/** Lists the imports that an import replaces in any dimension, completely or for the shared days. */
export function replacedBy(owned: OwnerImport, all: readonly OwnerImport[]): OwnerImport[] {
  return all.filter((other) =>
    other.dimensions.some(
      (dimension) => owned.dimensions.includes(dimension) && findReplacement(other, [owned], dimension) !== null,
    ),
  );
}

/**
 * Returns, for each kind, the newest period that no newer file replaces: the files that a report reads in a dimension.
 */
export function reportedImports(all: readonly OwnerImport[], dimension: ImportDimension): OwnerImport[] {
  const newest = new Map<string, OwnerImport>();
  for (const owned of all) {
    if (!owned.dimensions.includes(dimension) || findReplacement(owned, all, dimension) !== null) continue;
    const before = newest.get(owned.kind);
    if (before === undefined || (owned.endDate ?? '') > (before.endDate ?? '')) newest.set(owned.kind, owned);
  }
  return [...newest.values()];
}
