import type { RateLimit, RateLimitDecision } from '../domain/access/slidingWindow.ts';

/** Counts requests per bucket, exactly, across restarts and (on PostgreSQL) across processes. */
export interface RequestLog {
  /** Decides and records one request. `take: false` only looks, and records no request. */
  take(bucket: string, window: RateLimit, now: number, take?: boolean): Promise<RateLimitDecision>;
  /** Takes back the newest request of a bucket, as if it had not been made. */
  giveBack(bucket: string): Promise<void>;
  /** Why requests are not kept beyond this process at the moment; null while they are. */
  flaw(): string | null;
  close(): void;
}
