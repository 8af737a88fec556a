import type { RateLimit, RateLimitDecision } from '../../domain/access/slidingWindow.ts';
import type { UsableKey } from '../access/apiKeys.ts';

/** Outcome of a request: whether it is admitted, and the holder of its key; null for an unknown key, uncounted. */
export type Answer = { taken: RateLimitDecision; holder: UsableKey | null };

export type Waiting = {
  window: RateLimit;
  now: number;
  take: boolean;
  /** Key that makes the request, to be read in the same statement; null if it is already authenticated. */
  key: { secretHash: string; now: number } | null;
  resolve(answer: Answer | null): void;
  reject(cause: unknown): void;
};

/** Maximum number of requests of one bucket that one statement decides. */
const maxBatchRequests = 100;

/** Requests waiting for an earlier decision on their bucket, in order of arrival. */
export class RequestQueue {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #begin: (bucket: string) => unknown;

  /** @param begin decides the requests of a bucket until none is left, then calls `end` */
  constructor(begin: (bucket: string) => unknown) {
    this.#begin = begin;
  }

  ask(bucket: string, request: Omit<Waiting, 'resolve' | 'reject'>): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { ...request, resolve, reject };
      const queue = this.#waiting.get(bucket);
      if (queue !== undefined) {
        queue.push(one);
        return;
      }
      this.#waiting.set(bucket, [one]);
      // Runs after all callers at the same point.
      queueMicrotask(() => void this.#begin(bucket));
    });
  }

  /** Takes the requests that one statement can decide: of one key, or without a key. */
  takeBatch(bucket: string): Waiting[] {
    const queue = this.#waiting.get(bucket) ?? [];
    const secretHash = queue[0]?.key?.secretHash;
    const other = queue.findIndex(({ key }) => key?.secretHash !== secretHash);
    return queue.splice(0, Math.min(maxBatchRequests, other < 0 ? queue.length : other));
  }

  takeAll(bucket: string): Waiting[] {
    return this.#waiting.get(bucket)?.splice(0) ?? [];
  }

  has(bucket: string): boolean {
    return this.#waiting.has(bucket);
  }

  end(bucket: string): void {
    this.#waiting.delete(bucket);
  }
}
