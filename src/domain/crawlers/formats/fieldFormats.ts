import { readJson } from '../../text/readJson.ts';
import { entryFrom, type LogEntry, type LogFormat, type LogOptions } from '../logEntry.ts';
import formats from './fieldFormats.json' with { type: 'json' };
import { commonTimeMs, requestParts } from './textFormats.ts';

/**
 * Parts of an entry as they occur in a row; `query` is appended to the path, `date` and `time` replace a missing `at`,
 * `request` (`GET /faq HTTP/1.1`) a missing method and path.
 */
type Part =
  | ('at' | 'date' | 'time' | 'address' | 'method' | 'host' | 'path' | 'query' | 'status' | 'userAgent' | 'referer')
  | ('request' | 'requestId' | 'verified' | 'prefetch' | 'signatureInput' | 'signature' | 'signatureAgent');

/** A format whose parts have names: a JSON object per line, or columns that a `#Fields:` line names. */
type FieldFormat = {
  id: string;
  label: string;
  /** Fields of every request. */
  has: string;
  /** Fields of the same vendor's other records, which are skipped. */
  other?: string;
  /** Separates the columns; absent for JSON. */
  separator?: string;
  /** Encoding of blanks and other characters in agent and referer. */
  encoding?: string;
  /**
   * Fields of each part, as `part=field`: dots lead to nested fields; `|` separates alternatives, used if the previous
   * one is empty.
   */
  fields: string;
};

type Row = Readonly<Record<string, unknown>>;

const fieldAt = (row: Row, path: string): unknown =>
  row[path] ?? path.split('.').reduce<unknown>((value, name) => Object(value)[name], row);

/** Returns a field's text: the first value of a list; `-` and null become an empty text. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const text = typeof first === 'string' || typeof first === 'number' ? String(first) : '';
  return text === '-' ? '' : text;
}

type Fields = readonly (readonly [part: string, names: string])[];

function rowReader(fields: Fields, encoding?: string): (row: Row, options: LogOptions) => LogEntry | null {
  const places = new Map(fields.map(([part, names]) => [part, names.split('|')]));
  const decode = (text: string): string =>
    // Old files of CloudFront percent-encode twice.
    encoding === 'percent' ? decoded(decoded(text)) : encoding === 'plus' ? text.replaceAll('+', ' ') : text;
  return (row, { receivedAtMs }) => {
    const text = (part: Part): string => {
      for (const name of places.get(part) ?? []) {
        const value = textOf(fieldAt(row, name));
        if (value !== '') return value;
      }
      return '';
    };
    const [query, date] = [text('query'), text('date')];
    const request = requestParts(text('request'));
    // Akamai leaves out the first slash, so the home page's path is empty; `-` means none.
    const isHome = places.get('path')?.some((name) => fieldAt(row, name) === '');
    const path = text('path') || request.target || (isHome === true ? '/' : '');
    const at = text('at');
    return entryFrom({
      at: commonTimeMs(at) ?? (at || (date === '' ? receivedAtMs : `${date}T${text('time')}Z`)),
      address: text('address'),
      method: text('method') || request.method || 'GET',
      host: text('host'),
      target: query === '' ? path : `${path}?${query}`,
      status: text('status'),
      userAgent: decode(text('userAgent')),
      referer: decode(text('referer')),
      isVerifiedByCdn: text('verified') !== '',
      isPrefetch: text('prefetch').includes('prefetch'),
      requestId: text('requestId') || null,
      signed: { input: text('signatureInput'), signature: text('signature'), agent: text('signatureAgent') },
    });
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const parseRow = (line: string): Row | null => (line.startsWith('{') ? (readJson<Row>(line) ?? null) : null);

/** Creates a reader of lines with columns; null for a line with another number of them than the latest `#Fields:`. */
function columnsReader(separator: string): (line: string) => Row | 'skip' | null {
  let columns: readonly string[] = [];
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = line.slice(8).trim().split(/\s+/);
      return 'skip';
    }
    const values = line.split(separator);
    if (values.length !== columns.length) return null;
    return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
  };
}

function formatOf({ id, label, has, other, separator, encoding, fields }: FieldFormat): LogFormat {
  const pairs = fields.split(' ').map((pair) => pair.split('=', 2) as [part: string, names: string]);
  const read = rowReader(pairs, encoding);
  const [required, others] = [has, other].map((names) => names?.split(' ').map((name) => name.split('|')));
  const hasAll = (row: Row, names: string[][] | undefined): boolean =>
    names?.every((alternatives) => alternatives.some((name) => fieldAt(row, name) !== undefined)) ?? false;
  return {
    id,
    label,
    open(options) {
      const parse = separator === undefined ? parseRow : columnsReader(separator);
      return (line) => {
        const row = parse(line);
        if (row === null || row === 'skip') return row;
        if (hasAll(row, required)) return read(row, options);
        return hasAll(row, others) ? 'skip' : null;
      };
    },
  };
}

/** The formats whose parts have names. */
export const fieldFormats: readonly LogFormat[] = formats.map(formatOf);

/** JSON lines in the owner's own format: `mapping` names the field of each part. */
export const mappedJson: LogFormat = {
  id: 'json',
  label: 'JSON lines with your own fields',
  open(options) {
    const read = rowReader(Object.entries(options.mapping));
    const isMapped = options.mapping.at !== undefined && options.mapping.path !== undefined;
    return (line) => {
      const row = isMapped ? parseRow(line) : null;
      return row === null ? null : read(row, options);
    };
  },
};
