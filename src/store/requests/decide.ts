import {
  countInTally,
  type RateLimit,
  type RateLimitDecision,
  type RequestTally,
  removeFromTally,
} from '../../domain/access/slidingWindow.ts';

/**
 * Maximum clock difference between processes. A time that is earlier than the newest by less than this counts as the
 * newest.
 */
const maxSkewMs = 1_000;

/** A request at a time in milliseconds; `take: false` only reads. */
type Request = { window: RateLimit; now: number; take: boolean };

/** Decisions on requests of one bucket, and the changes they make to it. */
export type Decided = {
  decisions: RateLimitDecision[];
  /** Number of accepted requests by time. */
  accepted: Map<number, number>;
  movedBack: boolean;
  windowMs: number;
};

export const undecided: Decided = { decisions: [], accepted: new Map(), movedBack: false, windowMs: 0 };

/** Decides requests in order, and adds the accepted ones to the tally. */
export function decide(tally: RequestTally, batch: readonly Request[]): Decided {
  const decided: Decided = { decisions: [], accepted: new Map(), movedBack: false, windowMs: 0 };
  for (const { window, now, take } of batch) {
    const newest = tally.times.length > tally.head ? (tally.times.at(-1) ?? now) : now;
    const at = newest > now && newest - now <= maxSkewMs ? newest : now;
    const { changed: _changed, movedBack, ...decision } = countInTally(tally, window, at, take);
    decided.decisions.push(decision);
    decided.movedBack ||= movedBack;
    decided.windowMs = Math.max(decided.windowMs, window.windowMs);
    if (decision.allowed && take) decided.accepted.set(at, (decided.accepted.get(at) ?? 0) + 1);
  }
  return decided;
}

/** Removes accepted requests from the tally. */
export function undo(tally: RequestTally, accepted: ReadonlyMap<number, number>): void {
  for (const count of accepted.values()) for (let at = 0; at < count; at += 1) removeFromTally(tally);
}
