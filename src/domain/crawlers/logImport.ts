import { fillRecord, type Words } from '../text/fillRecord.ts';

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

/**
 * Lines of an import by outcome; the others add up to `lines`. `claims`: requests that claim to be a crawler. `visits`:
 * by people whom an assistant referred. `dropped`: neither. `ownAgent`: of our own captures. `duplicates`: delivered
 * before by the same source. `outOfRange`: over 400 days old or over an hour ahead. `skipped`: comments and records
 * other than requests.
 */
export const logOutcomes =
  'lines claims visits dropped ownAgent otherHosts duplicates outOfRange skipped unreadable' as const;
export type LogCounts = Record<Words<typeof logOutcomes>, number>;
export const noCounts = fillRecord(logOutcomes, 0);

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
