import type { RateLimit, RateLimitDecision } from '../domain/access/slidingWindow.ts';
import type { UsableKey } from './apiKeys.ts';

/** A key that is valid, and one request of its minute. */
type KeyAdmission = { key: UsableKey; taken: RateLimitDecision };

/** Counts requests per bucket, exactly, across restarts and (on PostgreSQL) across processes. */
export interface RequestLog {
  /** Decides and records one request. `take: false` only looks, and records no request. */
  take(bucket: string, window: RateLimit, now: number, take?: boolean): Promise<RateLimitDecision>;
  /**
   * Where the log lies beside the keys: reads who holds a secret and takes one request of their minute, in one statement.
   * null: nobody does, and nothing was taken. @param at the date by which a key has expired or not, milliseconds
   */
  takeOfKey?(secretHash: string, window: RateLimit, now: number, at: number): Promise<KeyAdmission | null>;
  /** Takes back the newest request of a bucket, as if it had not been made. */
  giveBack(bucket: string): Promise<void>;
  /** Why requests are not kept beyond this process at the moment; null while they are. */
  flaw(): string | null;
  close(): void;
}

/** The bucket of a key's minute. */
export function bucketOfKey(keyId: string): string {
  return `key:${keyId}`;
}
