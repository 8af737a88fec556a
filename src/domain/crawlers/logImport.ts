/** Places where logs are written, nearest to the visitor first. For each host and hour the nearest source counts. */
export const logSourceKinds = ['cdn', 'platform', 'proxy', 'origin'] as const;
type LogSourceKind = (typeof logSourceKinds)[number];

/** Raised when lines are read differently, so that imports of two readers can be distinguished. */
export const logReaderVersion = 'logs/1';

export const maxKeepDays = 30;
export const maxLogSources = 50;

/** One place that writes logs of a website, and the way its lines are read. */
export type LogSource = {
  id: string;
  websiteId: string;
  name: string;
  kind: LogSourceKind;
  /** Id of its format; null: detected for each file. */
  format: string | null;
  captures: string[];
  mapping: Record<string, string>;
  /** Days for which full addresses of claimed crawlers are kept, 0 to `maxKeepDays`. */
  keepDays: number;
  createdAt: string;
};

/** Lines of an import by outcome; the other counts add up to `lines`. */
export type LogCounts = {
  lines: number;
  /** Requests that claim to be a crawler. */
  claims: number;
  /** Visits by people whom an assistant referred. */
  visits: number;
  /** Requests that are neither: counted and dropped. */
  dropped: number;
  /** Requests of our own captures. */
  ownAgent: number;
  /** Requests of hosts that are not this website's. */
  otherHosts: number;
  /** Lines that the same source has delivered before. */
  duplicates: number;
  /** Requests more than 400 days old or more than an hour ahead. */
  outOfRange: number;
  /** Comments and records other than requests. */
  skipped: number;
  unreadable: number;
};

export const noCounts: LogCounts = {
  lines: 0,
  claims: 0,
  visits: 0,
  dropped: 0,
  ownAgent: 0,
  otherHosts: 0,
  duplicates: 0,
  outOfRange: 0,
  skipped: 0,
  unreadable: 0,
};

/**
 * `shared_addresses`, `private_addresses`: the log contains addresses of a proxy, so no request can be verified by
 * address.
 */
export const logNotes = ['shared_addresses', 'private_addresses', 'no_address_lists'] as const;
export type LogNote = (typeof logNotes)[number];

export type LogImport = {
  id: string;
  sourceId: string;
  websiteId: string;
  name: string;
  /** SHA-256 of the bytes as they were sent, in hexadecimal. */
  digest: string;
  bytes: number;
  format: string;
  reader: string;
  firstAt: string | null;
  lastAt: string | null;
  counts: LogCounts;
  notes: LogNote[];
  importedAt: string;
  importedBy: string;
};

/** Share of unreadable lines above which a file is refused. */
export const maxUnreadableShare = 0.05;

const dayMs = 24 * 60 * 60 * 1000;

/** Accepts the time of a request: at most 400 days old and at most an hour ahead of `nowMs`. */
export function isInRange(atMs: number, nowMs: number): boolean {
  return atMs > nowMs - 400 * dayMs && atMs <= nowMs + 60 * 60 * 1000;
}
