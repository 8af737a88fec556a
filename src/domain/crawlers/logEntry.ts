import type { SignatureFields } from './webBotAuth.ts';

/** One logged request, the same for every format. */
export type LogEntry = {
  /** Milliseconds since the epoch. */
  atMs: number;
  /** Caller's address as logged; null if the log omits it. */
  address: string | null;
  method: string;
  /** Lower-case host without a port; null if the format has none. */
  host: string | null;
  /** Path with its query, beginning with `/`. */
  target: string;
  /** HTTP status; null if the client left before an answer. */
  status: number | null;
  userAgent: string;
  referer: string;
  /** True if the CDN itself authenticated the crawler. */
  isVerifiedByCdn: boolean;
  /** True if the browser prefetched the page before a click. */
  isPrefetch: boolean;
  /** Request id, if one request may have several lines; null otherwise. */
  requestId: string | null;
  /** Header fields of a signed request; null if it is unsigned or the log omits them. */
  signed: SignatureFields | null;
};

/** `skip`: a readable line that is not a request, such as a comment or another record type. null: unreadable. */
export type ReadLine = LogEntry | 'skip' | null;

/** Choices of the owner that a format cannot know. */
export type LogOptions = {
  /** Names of the captured headers of HAProxy, in the order in which they were declared. */
  captures: readonly string[];
  /** Field of a JSON line for each part of an entry, such as `{ "at": "ts", "address": "ip" }`. */
  mapping: Readonly<Record<string, string>>;
  /** Delivery time of a drain in milliseconds, for vendors whose lines have no time; null for files. */
  receivedAtMs: number | null;
};

export type LogFormat = {
  id: string;
  label: string;
  /** Starts reading one file; the returned function remembers what the file declares, such as its column order. */
  open(options: LogOptions): (line: string) => ReadLine;
};

/** A format of logs: one value in a file of `formats`, listed in `logFormats.ts`. */
export function defineLogFormat(format: LogFormat): LogFormat {
  return format;
}

/**
 * Parts of an entry as they occur in a row; `query` is appended to the path, `date` and `time` replace a missing `at`.
 */
type Part =
  | ('at' | 'date' | 'time' | 'address' | 'method' | 'host' | 'path' | 'query' | 'status' | 'userAgent' | 'referer')
  | ('requestId' | 'verified' | 'prefetch' | 'signatureInput' | 'signature' | 'signatureAgent');

/**
 * Field name of each part: dots lead to nested fields; `|` separates alternatives, used if the previous one is empty.
 */
type RowFields = { readonly [Name in Part]?: string };

/** Corrects parts that the vendor writes in its own way. */
type Changes = (text: (part: Part) => string, options: LogOptions) => Partial<Parameters<typeof entryFrom>[0]>;

/** Creates a reader of rows whose parts are in known fields. */
export function rowReader(fields: RowFields, change?: Changes): (row: JsonRow, options: LogOptions) => LogEntry | null {
  const places = new Map(
    Object.entries(fields).map(([part, names]) => [part, names.split('|').map((name) => name.split('.'))]),
  );
  return (row, options) => {
    const text = (part: Part): string => {
      for (const names of places.get(part) ?? []) {
        const inner = names.slice(0, -1).reduce<JsonRow>(rowAt, row);
        const value = textAt(inner, names.at(-1) ?? '');
        if (value !== '') return value;
      }
      return '';
    };
    const query = text('query');
    return entryFrom({
      at: text('at') || `${text('date')}T${text('time')}Z`,
      address: text('address'),
      method: text('method'),
      host: text('host'),
      target: query === '' ? text('path') : `${text('path')}?${query}`,
      status: text('status'),
      userAgent: text('userAgent'),
      referer: text('referer'),
      isVerifiedByCdn: text('verified') !== '',
      isPrefetch: /prefetch/.test(text('prefetch')),
      requestId: text('requestId') || null,
      signed: { input: text('signatureInput'), signature: text('signature'), agent: text('signatureAgent') },
      ...change?.(text, options),
    });
  };
}

/**
 * Defines a format with one JSON object per line. `accepts` returns false for an object of another format, `skips` true
 * for one that is not a request.
 */
export function defineJsonFormat(format: {
  id: string;
  label: string;
  accepts(row: JsonRow): boolean;
  skips?(row: JsonRow): boolean;
  fields: RowFields;
  change?: Changes;
}): LogFormat {
  const read = rowReader(format.fields, format.change);
  return defineLogFormat({
    id: format.id,
    label: format.label,
    open: (options) => (line) => {
      const row = parseRow(line);
      if (row === null) return null;
      if (format.skips?.(row) === true) return 'skip';
      return format.accepts(row) ? read(row, options) : null;
    },
  });
}

type JsonRow = Readonly<Record<string, unknown>>;

/** Parses a line's JSON object; null if it has none. */
export function parseRow(line: string): JsonRow | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRow(value) ? value : null;
  } catch {
    return null;
  }
}

function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field's object, or an empty one. */
export function rowAt(row: JsonRow, name: string): JsonRow {
  const value = row[name];
  return isRow(value) ? value : {};
}

/** Returns a field's text: the first value of a list; `-` and null become an empty text. */
export function textAt(row: JsonRow, name: string): string {
  const value = row[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const text = typeof first === 'string' ? first : typeof first === 'number' ? String(first) : '';
  return text === '-' ? '' : text;
}

/** Builds a complete entry from its texts; null if time, path or status cannot be read. */
export function entryFrom(parts: {
  at: string | number | null;
  address: string;
  method: string;
  host: string;
  target: string;
  status: string;
  userAgent: string;
  referer?: string;
  isVerifiedByCdn?: boolean;
  isPrefetch?: boolean;
  requestId?: string | null;
  signed?: SignatureFields;
}): LogEntry | null {
  const atMs = typeof parts.at === 'number' ? parts.at : parts.at === null ? null : instantMs(parts.at);
  const place = placeOf(parts.target);
  if (atMs === null || !Number.isFinite(atMs) || place === null || !/^(?:\d{1,3})?$/.test(parts.status)) return null;
  const status = Number(parts.status);
  return {
    atMs,
    address: addressOf(parts.address),
    method: parts.method.toUpperCase(),
    host: place.host ?? hostOnly(parts.host),
    target: place.target,
    // CDNs write 0 or 000 if the client disconnected first.
    status: status === 0 ? null : status,
    userAgent: parts.userAgent,
    referer: parts.referer ?? '',
    isVerifiedByCdn: parts.isVerifiedByCdn ?? false,
    isPrefetch: parts.isPrefetch ?? false,
    requestId: parts.requestId ?? null,
    signed: parts.signed === undefined || parts.signed.input === '' ? null : parts.signed,
  };
}

/**
 * Converts ISO 8601 text, or a number of seconds, milliseconds, microseconds or nanoseconds, to milliseconds since the
 * epoch.
 */
function instantMs(text: string): number | null {
  if (/^\d{9,20}(?:\.\d+)?$/.test(text)) {
    const value = Number(text);
    const digits = text.split('.')[0]?.length ?? 0;
    return digits <= 11 ? value * 1000 : value / 10 ** Math.max(0, digits - 13);
  }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return null;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const value = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(value) ? null : value;
}

/** Splits a request target, a path or a whole address, into host and path. */
function placeOf(target: string): { host: string | null; target: string } | null {
  if (target.startsWith('/') && !/\s/.test(target)) return { host: null, target };
  const whole = /^(?:https?|wss?):\/\/([^/?#]*)([^#]*)/i.exec(target);
  if (whole !== null) {
    const path = whole[2] ?? '';
    return { host: hostOnly(whole[1] ?? ''), target: path.startsWith('/') ? path : `/${path}` };
  }
  if (target === '' || /[\s]/.test(target)) return null;
  return { host: null, target: target.startsWith('/') || target === '*' ? target : `/${target}` };
}

/** Returns a lower-case host without its port; null for an empty one. */
export function hostOnly(host: string): string | null {
  if (host === '') return null;
  const bare = host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return bare === '' || bare === '-' ? null : bare;
}

/**
 * Normalises an address: no port, brackets or zone, and IPv4 inside IPv6 as IPv4. Null for a host name or an empty
 * text.
 */
function addressOf(text: string): string | null {
  if (/^\d[\d.]*\d$/.test(text)) return text;
  let bare = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(bare);
  if (bracketed !== null) bare = bracketed[1] ?? '';
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare)) bare = bare.slice(0, bare.lastIndexOf(':'));
  bare = bare.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped !== null) return mapped[1] ?? null;
  // Apache may log a host name here, which proves nothing.
  return bare.includes(':') || /^[\d.]+$/.test(bare) ? bare.toLowerCase() : null;
}

/** Decodes percent-encoded text; returns it unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
