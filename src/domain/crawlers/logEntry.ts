import { parseAddress } from './addressList.ts';
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

/** A format of logs: a row of `formats/fieldFormats.ts`, or a value in another file of `formats`, listed in `logFormats.ts`. */
export type LogFormat = {
  id: string;
  label: string;
  /** Starts reading one file; the returned function remembers what the file declares, such as its column order. */
  open(options: LogOptions): (line: string) => ReadLine;
};

type EntryParts = Record<'address' | 'method' | 'host' | 'target' | 'status' | 'userAgent', string> &
  Partial<Pick<LogEntry, 'referer' | 'isVerifiedByCdn' | 'isPrefetch' | 'requestId'>> & {
    at: string | number | null;
    signed?: SignatureFields;
  };

/** Builds a complete entry from its texts; null if time, path or status cannot be read. */
export function entryFrom(parts: EntryParts): LogEntry | null {
  const atMs = typeof parts.at === 'number' ? parts.at : parts.at === null ? null : instantMs(parts.at);
  const place = placeOf(parts.target.replaceAll(' ', '%20'));
  if (atMs === null || !Number.isFinite(atMs) || place === null || !/^(?:-1?|\d{1,3})?$/.test(parts.status))
    return null;
  const status = Number(parts.status);
  return {
    atMs,
    address: addressOf(parts.address),
    method: parts.method.toUpperCase(),
    host: place.host ?? hostOnly(parts.host),
    target: place.target,
    // Servers write `-`, -1, 0 or 000 if the client disconnected first.
    status: status > 0 ? status : null,
    userAgent: withoutDash(parts.userAgent),
    referer: withoutDash(parts.referer ?? ''),
    isVerifiedByCdn: parts.isVerifiedByCdn ?? false,
    isPrefetch: parts.isPrefetch ?? false,
    requestId: parts.requestId ?? null,
    signed: parts.signed === undefined || parts.signed.input === '' ? null : parts.signed,
  };
}

const withoutDash = (text: string): string => (text === '-' ? '' : text);

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
  // Caddy may write slashes.
  const iso = text.replace(/^(\d{4})\/(\d\d)\//, '$1-$2-').replace(' ', 'T');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso)) return null;
  const value = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(value) ? null : value;
}

/** Splits a request target, a path or a whole address, into host and path; null if it has white space. */
function placeOf(target: string): { host: string | null; target: string } | null {
  if (target === '' || /\s/.test(target)) return null;
  if (target.startsWith('/') || target === '*') return { host: null, target };
  const [, host = null, path = target] = /^(?:https?|wss?):\/\/([^/?#]*)([^#]*)/i.exec(target) ?? [];
  return { host: host === null ? null : hostOnly(host), target: path.startsWith('/') ? path : `/${path}` };
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
  const bare = text.trim().replace(/^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2');
  // Apache may log a host name here, which proves nothing.
  return parseAddress(bare.split('%', 1)[0] ?? '');
}
