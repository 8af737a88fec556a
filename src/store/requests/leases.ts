import type { RateLimitDecision } from '../../domain/access/slidingWindow.ts';

/** Requests of one bucket that are counted in the database in advance, for this process to admit until `endsAt`. */
export type Lease = { left: number; seq: number; readonly endsAt: number };

/** Duration of a lease, after which its rest is returned. Milliseconds. */
export const leaseMs = 1_000;
/** Time over which the requests of a key are counted to size its next lease. Milliseconds. */
const paceMs = 250;
/** Minimum size for which a lease is worth its cost. */
const minLease = 4;
/** Maximum part of the remaining limit in one lease: the rest is for other processes. */
const leaseShare = 1 / 8;

type Pace = { began: number; before: number; count: number };

/**
 * Leases of this process, by bucket. Without them, every request of a busy key would cost a write. A lease is counted
 * as if all its requests were made at its end, before any of them is admitted, so no window exceeds the limit, over any
 * number of processes. The leases of a killed process stay counted: within a window, at most an eighth of the remaining
 * requests is refused too early.
 */
export class Leases {
  readonly #leases = new Map<string, Lease>();
  readonly #paces = new Map<string, Pace>();

  /** Counts a request of a bucket, for the size of its next lease. */
  note(bucket: string, now: number): void {
    const pace = this.#paces.get(bucket);
    if (pace === undefined || Math.abs(now - pace.began) >= 2 * paceMs) {
      this.#paces.set(bucket, { began: now, before: 0, count: 1 });
    } else if (now - pace.began >= paceMs) {
      this.#paces.set(bucket, { began: now, before: pace.count, count: 1 });
    } else pace.count += 1;
  }

  /** Returns how many requests to lease; 0 for a bucket with few requests, or whose lease has a rest. */
  sizeFor(bucket: string, remaining: number): number {
    if (this.leftOf(bucket) > 0) return 0;
    const expected = ((this.#paces.get(bucket)?.before ?? 0) * leaseMs) / paceMs;
    const size = Math.floor(Math.min(expected, remaining * leaseShare));
    return size < minLease ? 0 : size;
  }

  begin(bucket: string, lease: Lease): void {
    this.#leases.set(bucket, lease);
  }

  isCurrent(bucket: string, lease: Lease): boolean {
    return this.#leases.get(bucket) === lease;
  }

  /** Returns the lease that can admit a request now; null without one. */
  usable(bucket: string, now: number): Lease | null {
    const lease = this.#leases.get(bucket);
    return lease !== undefined && lease.left > 0 && isWithin(lease, now) ? lease : null;
  }

  /** Ends a lease that can admit nothing more, and returns it if it has a rest. */
  end(bucket: string, now: number): Lease | null {
    const lease = this.#leases.get(bucket);
    if (lease === undefined || (lease.left > 0 && isWithin(lease, now))) return null;
    this.#leases.delete(bucket);
    return lease.left > 0 ? lease : null;
  }

  /** Counts leased requests that were not made. */
  leftOf(bucket: string): number {
    return this.#leases.get(bucket)?.left ?? 0;
  }

  /** Forgets the pace of unused buckets. */
  sweep(now: number): void {
    for (const [bucket, { began }] of this.#paces) {
      if (Math.abs(now - began) >= 2 * paceMs) this.#paces.delete(bucket);
    }
  }
}

/** Returns false if the lease has ended, or the clock has stepped back. */
function isWithin({ endsAt }: Lease, now: number): boolean {
  return now <= endsAt && now >= endsAt - 2 * leaseMs;
}

/** Decides a request that a lease admits. `look` is the decision of its bucket, in which the whole lease is counted. */
export function decideByLease(lease: Lease, look: RateLimitDecision): RateLimitDecision {
  lease.left -= 1;
  return { ...look, allowed: true, remaining: look.remaining + lease.left };
}

/** Schedules the return of a lease's rest, also for a key that sends no further request. */
export function waitForLease(work: () => void): void {
  setTimeout(work, leaseMs).unref();
}
