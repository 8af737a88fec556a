import type { CsvRecord } from './csvReader.ts';

/** Subject of a row in an imported table. */
export const importDimensions = ['day', 'page', 'query', 'source', 'crawler'] as const;
export type ImportDimension = (typeof importDimensions)[number];

/** Figures that a vendor counts; a missing one is null. */
export const importMetrics = ['clicks', 'impressions', 'position', 'citations', 'visits', 'views', 'requests'] as const;
export type ImportMetric = (typeof importMetrics)[number];
export type Figures = { readonly [Metric in ImportMetric]?: number | null | undefined };

/** One row of an imported file. `detail` is a second subject, such as the crawler that requested a page. */
export type OwnerFigure = { dimension: ImportDimension; key: string; detail: string; figures: Figures };

/** Columns of a table whose header was recognised. */
export type TableColumns = {
  dimension: ImportDimension;
  key: number;
  detail?: number;
  metrics: Readonly<Partial<Record<ImportMetric, number>>>;
  /** Selects rows to leave out, such as traffic that no assistant sent. */
  isLeftOut?(cells: readonly string[]): boolean;
};

/** Beginning of a table: its file's name, header and first row. */
export type TableHead = { file: string; header: readonly string[]; first: readonly string[] | null };

/** Facts that a file states outside its tables. */
export type FileFacts = {
  startDate: string | null;
  endDate: string | null;
  warnings: readonly ImportWarning[];
  /** Reason why the file is refused; null otherwise. */
  refusal: string | null;
};

export const importWarnings = ['filtered', 'dates_unknown', 'impressions_misreported', 'tables_skipped'] as const;
export type ImportWarning = (typeof importWarnings)[number];

export type ImportKind = {
  id: string;
  label: string;
  vendor: string;
  /** Header of its main table. */
  header: readonly string[];
  /** Limits of the vendor's figures, shown next to each of them. */
  caveat: string;
  /** Time zone of the vendor's days. */
  days: string;
  /** True if the content alone does not identify the kind, so that the owner has to name it. */
  needsConfirmation?: boolean;
  /** True if figures of some days cannot be used, so that dates have to be given for a file without them. */
  needsDates?: boolean;
  /** Returns true for files of this kind without figures, such as filters. */
  readsFacts?(head: TableHead): boolean;
  /**
   * Returns a table's columns, or null if its header belongs to another table. `isNamed`: the owner named this kind.
   */
  columnsOf(head: TableHead, isNamed: boolean): TableColumns | null;
  /** Reads dates, filters and refusals from comments and from tables that `readsFacts` accepts. */
  factsOf?(records: readonly CsvRecord[], isNamed: boolean): FileFacts;
  /** Returns header and rows of a JSON document; null for a document of another kind. */
  rowsOfJson?(value: unknown): string[][] | null;
  /** Returns true for a row that sums or combines others. */
  isTotal?(cells: readonly string[]): boolean;
};

/** Defines a kind of import file: one value in a file of `kinds`, listed in `importKinds.ts`. */
export function defineImportKind(kind: ImportKind): ImportKind {
  return kind;
}

/** Names of columns, in lower case; the first column with one of the names counts. */
export type ColumnNames = {
  dimension: ImportDimension;
  key: readonly string[];
  detail?: readonly string[];
  metrics: Readonly<Partial<Record<ImportMetric, readonly string[]>>>;
};

/** Finds the columns of a table by their names: its key and at least one figure. */
export function columnsNamed(header: readonly string[], names: ColumnNames): TableColumns | null {
  const folded = header.map(foldHeader);
  const placeOf = (targets: readonly string[] = []): number | null => {
    const matchIndex = targets.map((name) => folded.indexOf(name)).find((index) => index >= 0);
    return matchIndex ?? null;
  };
  const key = placeOf(names.key);
  if (key === null) return null;
  const metrics: Partial<Record<ImportMetric, number>> = {};
  for (const metric of importMetrics) {
    const place = placeOf(names.metrics[metric]);
    if (place !== null) metrics[metric] = place;
  }
  if (Object.keys(metrics).length === 0) return null;
  const detail = placeOf(names.detail);
  return { dimension: names.dimension, key, metrics, ...(detail === null ? {} : { detail }) };
}

export function foldHeader(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Reads a day: ISO, eight digits, or month first as in `7/31/2026 12:00:00 AM`. Null for anything else. */
export function dayOf(text: string): string | null {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    swapped(/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(text));
  if (parts === null) return null;
  const day = `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}`;
  const value = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(value) || new Date(value).toISOString().slice(0, 10) !== day ? null : day;
}

const swapped = (parts: readonly string[] | null): readonly (string | undefined)[] | null =>
  parts === null ? null : [parts[0], parts[3], parts[1], parts[2]];

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
export const isPath = (text: string): boolean => text.startsWith('/');
