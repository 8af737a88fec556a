import type { RateLimit, RateLimitDecision } from '../../domain/access/slidingWindow.ts';
import type { UsableKey } from '../access/apiKeys.ts';

/** A valid key, with one request counted against its limit. */
type KeyAdmission = { key: UsableKey; taken: RateLimitDecision };

/** Counts requests per bucket, exactly, across restarts and (on PostgreSQL) across processes. */
export interface RequestLog {
  /** Decides and counts one request. `take: false` only checks. */
  take(bucket: string, window: RateLimit, now: number, take?: boolean): Promise<RateLimitDecision>;
  /**
   * Authenticates the key and counts the request in one round trip, if the log shares a database with the keys. Null
   * for an unknown key, uncounted. @param at date in milliseconds that decides whether a key has expired
   */
  takeOfKey?(secretHash: string, window: RateLimit, now: number, at: number): Promise<KeyAdmission | null>;
  /** Refunds the newest request of a bucket, as if it had not been made. */
  refund(bucket: string): Promise<void>;
  /** Reason why requests are currently counted only in this process; null if they are saved. */
  flaw(): string | null;
  close(): void;
}

/** Returns the rate limit bucket of a key. */
export function bucketOfKey(keyId: string): string {
  return `key:${keyId}`;
}
