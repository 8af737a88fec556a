import type { Words } from '../text/fillRecord.ts';

/** Subject of a row in an imported table. */
export const importDimensions = ['day', 'page', 'query', 'source', 'crawler'] as const;
export type ImportDimension = (typeof importDimensions)[number];

/** Figures that a vendor counts; a missing one is null. */
export const importMetrics = 'clicks impressions position citations visits views requests' as const;
export type ImportMetric = Words<typeof importMetrics>;
export const importMetricList = importMetrics.split(' ') as ImportMetric[];
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

/** Beginning of a table: its file's name, the header and its row number, and the first row. */
export type TableHead = { file: string; row?: number; header: readonly string[]; first: readonly string[] | null };

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

export function foldHeader(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Reads a day: year first, eight digits, month first as in `7/31/2026 12:00:00 AM`, or day first with points. Null for
 * anything else.
 */
export function dayOf(text: string): string | null {
  const match =
    /^(?<year>\d{4})[-/](?<month>\d\d)[-/](?<date>\d\d)(?:[T ].*)?$/.exec(text) ??
    /^(?<year>\d{4})(?<month>\d\d)(?<date>\d\d)$/.exec(text) ??
    /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4})(?: .*)?$/.exec(text) ??
    /^(?<date>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?: .*)?$/.exec(text);
  const { year, month = '', date = '' } = match?.groups ?? {};
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const value = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(value) || new Date(value).toISOString().slice(0, 10) !== day ? null : day;
}

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
export const isPath = (text: string): boolean => text.startsWith('/');
