import { assistantOfHost } from '../crawlers/assistantVisit.ts';
import type { CsvRecord } from '../text/csvReader.ts';
import {
  dayOf,
  type FileFacts,
  foldHeader,
  type ImportDimension,
  type ImportMetric,
  importDimensions,
  importMetricList,
  isAddress,
  isPath,
  type TableColumns,
  type TableHead,
} from './importKind.ts';
import rows from './importKinds.json' with { type: 'json' };
import { buildFilters, impressionColumns, isFilters, performanceColumns } from './searchConsole.ts';

/** A kind of import file: a row of `importKinds.json`. */
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
  /** Its columns are found by language and shape. */
  searchConsole?: string;
  /** Metric with its rows, if it is a JSON document. */
  json?: string;
  /** Cells of rows that sum or combine others. */
  totals?: readonly string[];
  /** Names of each figure's column in all its tables. */
  metrics?: Readonly<Partial<Record<ImportMetric, string>>>;
  tables?: readonly KindTable[];
};

/** A table by the names of its columns, in lower case; `|` separates names, of which the first present one counts. */
type KindTable = {
  dimension: string;
  key: string;
  /** Dimension of another table, if this one may have that table's key too. */
  detail?: string;
  /** Name of its file, if its header is that of other tables. */
  file?: string;
  /** Column that its header has too, if another kind's has the same names. */
  needs?: string;
  /** Column and value of the rows that count. */
  only?: readonly string[];
  /** Number of columns of another kind's table with the same names. */
  otherWidth?: number;
  /** True if the table is of another dimension unless its first row is about a page. */
  keyIsPage?: boolean;
  /** True if only visits from assistants count, where the table has a detail. */
  assistantsOnly?: boolean;
};

/** All kinds of file that can be imported. */
export const importKinds: readonly ImportKind[] = rows;

export const importKindIds: readonly string[] = importKinds.map(({ id }) => id);

/** @throws RangeError for an id that no kind has */
export function importKindOf(id: string): ImportKind {
  const kind = importKinds.find((one) => one.id === id);
  if (kind === undefined) throw new RangeError(`${id} is not a kind of import`);
  return kind;
}

/**
 * Reads columns that the owner declared, such as `page=1,visits=3`: a subject and its figures by position, from 1. Null
 * for any other text.
 */
export function parseColumns(text: string): TableColumns | null {
  const pairs = text.split(',').map((pair) => /^\s*([a-z]+)=([1-9]\d{0,3})\s*$/.exec(pair));
  const places = new Map(pairs.map((match) => [match?.[1] ?? '', Number(match?.[2]) - 1]));
  const subjects = importDimensions.filter((dimension) => places.has(dimension));
  const metrics = Object.fromEntries(
    [...places].filter(([name]) => importMetricList.some((metric) => metric === name)),
  );
  const [dimension] = subjects;
  const isWhole = Object.keys(metrics).length + subjects.length === pairs.length;
  if (dimension === undefined || subjects.length > 1 || pairs.length < 2 || !isWhole) return null;
  return { dimension, key: places.get(dimension) ?? 0, metrics };
}

/** Returns true if a table's first row has the declared subject, since an export may have several tables. */
function fitsDeclared({ dimension, key, metrics }: TableColumns, { first }: TableHead): boolean {
  const subject = first?.[key]?.trim() ?? '';
  const [isDay, isPage] = [dayOf(subject) !== null, isAddress(subject) || isPath(subject)];
  const isSubject = dimension === 'day' ? isDay : dimension === 'page' ? isPage : !isDay && !isPage && subject !== '';
  return isSubject && Object.values(metrics).every((place) => /\d/.test(first?.[place] ?? ''));
}

/**
 * Returns a table's columns, or null if its header belongs to another kind. `isNamed`: the owner named this kind;
 * `declared`: and its columns, if their names are unknown.
 */
export function findColumns(
  kind: ImportKind,
  head: TableHead,
  isNamed: boolean,
  declared: TableColumns | null = null,
): TableColumns | null {
  if (declared !== null && fitsDeclared(declared, head)) return declared;
  if (kind.searchConsole === 'impressions') return impressionColumns(head);
  for (const table of kind.tables ?? []) {
    const columns = columnsNamed(kind, table, head, isNamed);
    if (columns !== null) return columns;
  }
  return kind.searchConsole === undefined ? null : performanceColumns(head, isNamed);
}

/** Finds the columns of a table by their names: its key and at least one figure. */
function columnsNamed(
  { metrics: figures = {}, tables = [] }: ImportKind,
  table: KindTable,
  { file, header, first }: TableHead,
  isNamed: boolean,
): TableColumns | null {
  const base = /(?<![a-z_])([a-z_]+)\.csv$/.exec(file.toLowerCase())?.[1];
  const folded = header.map(foldHeader);
  if ((table.file !== undefined && table.file !== base) || (header.length === table.otherWidth && !isNamed))
    return null;
  if (table.needs !== undefined && !folded.includes(table.needs)) return null;
  const placeOf = (names?: string): number | undefined =>
    names
      ?.split('|')
      .map((name) => folded.indexOf(name))
      .find((index) => index >= 0 && !folded.includes(folded[index] ?? '', index + 1));
  const key = placeOf(table.key);
  const metrics = Object.fromEntries(
    importMetricList.flatMap((metric) => {
      const place = placeOf(figures[metric]);
      return place === undefined ? [] : [[metric, place]];
    }),
  );
  if (key === undefined || Object.keys(metrics).length === 0) return null;
  const subject = first?.[key] ?? '';
  if (table.keyIsPage === true && !isAddress(subject) && !isPath(subject)) return null;
  const columns: TableColumns = { dimension: table.dimension as ImportDimension, key, metrics };
  const detail = placeOf(tables.find(({ dimension }) => dimension === table.detail)?.key);
  if (detail !== undefined && table.assistantsOnly === true)
    return { ...columns, detail, isLeftOut: (cells) => !isAssistantSource(cells[detail] ?? '') };
  const [name = '', value = ''] = table.only ?? [];
  const only = folded.indexOf(name);
  if (only >= 0) return { ...columns, isLeftOut: (cells) => foldHeader(cells[only] ?? '') !== value };
  return detail === undefined ? columns : { ...columns, detail };
}

/** Returns true for a source, medium or channel with which analytics label visits from assistants. */
function isAssistantSource(text: string): boolean {
  const [source = '', medium = ''] = text
    .toLowerCase()
    .split('/')
    .map((part) => part.trim());
  const marks = ['ai-assistant', '(ai-assistant)', 'ai assistant', 'openai'];
  return marks.includes(source) || marks.includes(medium) || assistantOfHost(source.replace(/^www\./, '')) !== null;
}

export const isTotal = ({ totals = [] }: ImportKind, cells: readonly string[]): boolean =>
  totals.length > 0 && cells.some((cell) => totals.includes(foldHeader(cell)));

type StatedTable = TableHead & { kept: readonly CsvRecord[] };

/** Reads what a file states outside its figures: in the table of filters, or in comments. */
export function readFacts(
  kind: ImportKind,
  { tables, comments }: { tables: readonly StatedTable[]; comments: readonly CsvRecord[] },
  isNamed: boolean,
): FileFacts {
  if (kind.searchConsole === undefined) return datesOf(comments);
  const facts = buildFilters(
    tables.filter(isFilters).flatMap(({ kept }) => kept),
    isNamed,
  );
  return kind.searchConsole === 'impressions' ? { ...facts, refusal: null } : facts;
}

/** `# Start date: 20260101` and `# End date: …`, in any language, or `# 20260723-20260922` in explorations of GA4. */
function datesOf(records: readonly CsvRecord[]): FileFacts {
  const texts = records.map(({ cells }) => (cells[0] ?? '').trim());
  const range = texts.map((text) => /^#\s*(\d{8})-(\d{8})$/.exec(text)).find((match) => match !== null);
  const stated = texts.filter((text) => /[:：]/.test(text)).map((text) => text.slice(-8));
  const [from = '', to = ''] = range?.slice(1) ?? stated.filter((day) => /^\d{8}$/.test(day)).slice(-2);
  return { startDate: dayOf(from), endDate: dayOf(to), warnings: [], refusal: null };
}

/**
 * Returns header and rows of a JSON document, such as `[{"metricName":"Traffic","information":[{"totalSessionCount":"12","Url":"…"}]}]`;
 * null for one of no kind.
 */
export function rowsOfJson(value: unknown): string[][] | null {
  const names = new Set(importKinds.map(({ json }) => json));
  const metrics: { metricName?: string; information?: unknown }[] = Array.isArray(value) ? value : [];
  const list = metrics.find((metric) => names.has(metric?.metricName ?? ''))?.information;
  if (!Array.isArray(list)) return null;
  const entries: Record<string, unknown>[] = list.filter((entry) => typeof entry === 'object' && entry !== null);
  const header = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  return [header, ...entries.map((entry) => header.map((name) => String(entry[name] ?? '')))];
}

/** Columns that the owner can declare: the names in the file, and the subjects and figures of its kind; one per line. */
export type DeclarableColumns = { header: string; subjects: string; figures: string };

/** Describes why a kind has none of a file's tables: the first column whose name is unknown, and what to declare. */
export function describeUnknown(
  { id, metrics = {}, tables = [], searchConsole }: ImportKind,
  heads: readonly TableHead[],
): { refusal: string; declarable: DeclarableColumns | null } {
  const [head] = heads.toSorted((a, b) => b.header.length - a.header.length);
  const names = new Set(
    [...Object.values(metrics), ...tables.map(({ key }) => key)].flatMap((name) => name.split('|')),
  );
  const column = head?.header.findIndex((name) => !names.has(foldHeader(name))) ?? -1;
  const header = describeHeader(head);
  const refusal = `${id} has no table with the header ${header}`;
  if (head === undefined || column < 0 || searchConsole !== undefined) return { refusal, declarable: null };
  const lines = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' ').slice(0, 50)).join('\n');
  return {
    refusal: `${refusal}: column ${column + 1}, \`${head.header[column]?.slice(0, 50)}\`, is unknown. Declare the columns, such as \`page=1,visits=3\``,
    declarable: {
      header: lines(head.header),
      subjects: lines([...new Set(tables.map(({ dimension }) => dimension))]),
      figures: lines(Object.keys(metrics)),
    },
  };
}

export type KindGuess = { kind: ImportKind } | { refusal: string };

/** Quotes a header in a refusal, and names a column that it has twice. */
function describeHeader(head: TableHead | undefined): string {
  const header = head?.header ?? [];
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) < index);
  const place = head?.row === undefined ? '' : ` (${head.file}, row ${head.row})`;
  const quoted = `\`${header.slice(0, 12).join(', ').slice(0, 300)}\`${place}`;
  return twice === undefined ? quoted : `${quoted}, with the column \`${twice.slice(0, 50)}\` twice`;
}

/**
 * Finds the kind of a file from the first rows of its tables. A tie of two kinds, a kind that content cannot prove, and
 * an unknown file are errors that name the header and the nearest kinds.
 */
export function guessKind(heads: readonly TableHead[]): KindGuess {
  const scores = importKinds
    .map((kind) => ({ kind, tables: heads.filter((head) => findColumns(kind, head, false) !== null).length }))
    .filter(({ tables }) => tables > 0)
    .toSorted((a, b) => b.tables - a.tables);
  const [best, second] = scores;
  const header = describeHeader(heads[0]);
  if (best === undefined) {
    return {
      refusal: `must be named, or the file is of no known kind: its header is ${header}. Nearest: ${nearestKinds(heads).join(', ')}`,
    };
  }
  if (best.kind.needsConfirmation !== true && best.tables !== second?.tables) return { kind: best.kind };
  const possible = scores.filter(({ tables }) => tables === best.tables).map(({ kind }) => kind.id);
  return { refusal: `must be confirmed: its header is ${header}, which could be ${possible.join(' or ')}` };
}

/** Returns the kinds whose main header shares most words with one of the headers; all if none shares any. */
function nearestKinds(heads: readonly TableHead[]): readonly string[] {
  const foundKeys = new Set(heads.flatMap(({ header }) => header.map(foldHeader)));
  const near = importKinds
    .map(({ id, header }) => ({ id, shared: header.filter((name) => foundKeys.has(foldHeader(name))).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared);
  return near.length === 0 ? importKindIds : near.slice(0, 3).map(({ id }) => id);
}
