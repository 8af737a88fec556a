/** Intervals between polls of a remote task. All times in milliseconds. */
export type PollingSettings = { intervalMs: number; longestMs: number };

const maxFirstRetryMs = 60_000;

/**
 * Returns the delay until the next poll. Successful polls are repeated after the interval, varied by up to a fifth so
 * that many runs spread out; failed ones back off exponentially up to the longest delay; the provider's `Retry-After`
 * is always respected.
 * @param jitter uniform in [0, 1)
 */
export function nextPollDelayMs(
  settings: PollingSettings,
  failedPolls: number,
  retryAfterSeconds: number | null,
  jitter: number,
): number {
  // A failed poll is retried soon, however long the interval of successful ones.
  const interval = failedPolls === 0 ? settings.intervalMs : Math.min(settings.intervalMs, maxFirstRetryMs);
  const base = Math.min(settings.longestMs, interval * 2 ** Math.min(failedPolls, 16));
  const spread = base * (0.8 + 0.4 * jitter);
  const waitMs = retryAfterSeconds === null ? 0 : retryAfterSeconds * 1000;
  return Math.round(Math.max(spread, waitMs));
}
