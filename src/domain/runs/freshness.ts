import type { RunStatus } from './run.ts';

export const maxAgeSecondsLimit = 604_800;
export const defaultMaxAgeSeconds = 86_400;

export type Freshness = { maxAgeSeconds: number; observedAt: string | null; ageSeconds: number | null; fresh: boolean };

/**
 * Returns the age of an observation in seconds, and whether it is recent enough. Only a completed run can be fresh, and
 * a maximum age of 0 always requests new work. The age is never negative, even if the clock stepped back.
 * @param now milliseconds since the epoch
 */
export function buildFreshness(
  run: { status: RunStatus; observedAt: string | null } | null,
  maxAgeSeconds: number,
  now: number,
): Freshness {
  const observedAt = run?.observedAt ?? null;
  if (run === null || observedAt === null) return { maxAgeSeconds, observedAt, ageSeconds: null, fresh: false };
  const ageSeconds = Math.max(0, now - Date.parse(observedAt)) / 1000;
  const fresh = run.status === 'completed' && maxAgeSeconds > 0 && ageSeconds <= maxAgeSeconds;
  return { maxAgeSeconds, observedAt, ageSeconds, fresh };
}
