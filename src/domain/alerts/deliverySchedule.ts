const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses after the first, second, … try that failed, in milliseconds; the last is repeated until the time is over. */
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

/** Total time for which a message is tried, in milliseconds. */
export const deliveryTimeMs = 24 * hour;

/**
 * Milliseconds until the next try. Up to a tenth is added by chance, so that what failed together is not tried together.
 * @param tries that failed so far, at least 1
 * @param jitter in [0, 1)
 * @param retryAfterSeconds what the receiver asked for; null: nothing. It only lengthens a pause.
 */
export function pauseAfterTry(tries: number, jitter: number, retryAfterSeconds: number | null): number {
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? hour;
  const targetCount = Math.min(retryAfterSeconds ?? 0, 4 * 3_600) * second;
  return Math.round(Math.max(pause, targetCount) * (1 + jitter / 10));
}
