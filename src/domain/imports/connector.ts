import type { ImportDimension } from './importKind.ts';

/** One request to a vendor's API, without its credential. */
type ConnectorRequest = { method: 'GET' | 'POST'; url: string; body?: unknown };

/** A table of a vendor: the name of its subject there, and its header as in an English export. */
type ConnectorTable = { dimension: ImportDimension; name: string; header: readonly string[] };

export type ConnectorQuery = {
  property: string;
  table: ConnectorTable;
  startDate: string;
  endDate: string;
  /** Number of rows that earlier requests returned. */
  offset: number;
};

/** Part of a response: rows in the form of the vendor's own export, and whether more follow. */
type ConnectorPage = { rows: (string | number)[][]; hasMore: boolean; isQuotaLow: boolean };

/** A vendor that reports figures through an API, in the form of an import kind: a value in a file of `connectors`. */
export type Connector = {
  /** Id of the import kind that its responses are converted to. */
  kind: string;
  credential: 'google' | 'key';
  /** Scope of a Google token. */
  scope?: string;
  /** Days until a vendor's figures for a day are complete. */
  lagDays: number;
  tables: readonly ConnectorTable[];
  /** Returns true for a name of one of the vendor's properties. */
  isProperty(text: string): boolean;
  request(query: ConnectorQuery, key: string): ConnectorRequest;
  /** Returns null if the response has another form. */
  read(body: unknown, query: ConnectorQuery): ConnectorPage | null;
};

type Row = Readonly<Record<string, unknown>>;
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsAt = (body: unknown, name: string): Row[] | null => {
  const rows = isRow(body) ? (body[name] ?? []) : null;
  return Array.isArray(rows) ? rows.filter(isRow) : null;
};

/** Writes a table as CSV, the form in which a vendor's responses are imported and frozen. */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}
