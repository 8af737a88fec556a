import type { ImportDimension } from './importKind.ts';

/** One request to a vendor's API, without its credential. */
type ConnectorRequest = { method: 'GET' | 'POST'; url: string; body?: unknown };

export type ConnectorQuery = {
  property: string;
  dimension: ImportDimension;
  startDate: string;
  endDate: string;
  /** Rows that earlier requests have read. */
  offset: number;
};

/** Part of an answer: rows in the words of the vendor's own export, and whether more rows follow. */
type ConnectorPage = { rows: (string | number)[][]; hasMore: boolean; isQuotaLow: boolean };

/** A vendor that reports figures by an API, in the form of an import kind. */
export type Connector = {
  /** Id of the kind whose files its answers become. */
  kind: string;
  credential: 'google' | 'key';
  /** Scope of a Google token. */
  scope?: string;
  /** Days until a vendor's figures of a day are whole. */
  lagDays: number;
  dimensions: readonly ImportDimension[];
  /** Header of a dimension's table, as an English export has it. */
  headerOf(dimension: ImportDimension): string[];
  /** True for a name of a property that the vendor has. */
  isProperty(text: string): boolean;
  request(query: ConnectorQuery, key: string): ConnectorRequest;
  /** Null if the answer has another form. */
  read(body: unknown, query: ConnectorQuery): ConnectorPage | null;
};

/** A vendor's API: one value in a file of `connectors`, listed in `connectors.ts`. */
export function defineConnector(connector: Connector): Connector {
  return connector;
}

type Row = Readonly<Record<string, unknown>>;
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsAt = (body: unknown, name: string): Row[] | null => {
  const rows = isRow(body) ? (body[name] ?? []) : null;
  return Array.isArray(rows) ? rows.filter(isRow) : null;
};

/** A table as CSV: what is imported and frozen of a vendor's answers. */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}
