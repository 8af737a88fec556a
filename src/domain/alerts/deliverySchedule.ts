const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Pauses after the first, second, … failed attempt, in milliseconds; the last is repeated until the total time is over.
 */
const pausesMs = [
  5 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
] as const;

/** Total time during which delivery of a message is attempted, in milliseconds. */
export const deliveryTimeMs = 24 * hour;

/**
 * Returns the milliseconds until the next attempt. Up to a tenth is added at random, so that messages that failed
 * together are not retried together.
 * @param tries failed attempts so far, at least 1
 * @param jitter in [0, 1)
 * @param retryAfterSeconds pause that the receiver requested; null: none. It can only lengthen the pause.
 */
export function pauseAfterTry(tries: number, jitter: number, retryAfterSeconds: number | null): number {
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? hour;
  const targetCount = Math.min(retryAfterSeconds ?? 0, 4 * 3_600) * second;
  return Math.round(Math.max(pause, targetCount) * (1 + jitter / 10));
}
