import { type Interval, requireCount, z95 } from './interval.ts';
import { mean } from './median.ts';

/**
 * Returns the Wilson score interval of a share (E. B. Wilson, JASA 22, 1927). Fractions of 1. Unlike the textbook
 * interval, it stays inside 0..1 and keeps its coverage with few answers. Throws RangeError when `trials` is 0: a share
 * needs an answer.
 */
export function wilson(successes: number, trials: number, z: number = z95): Interval {
  requireCount('trials', trials);
  requireCount('successes', successes, trials);
  if (trials === 0) throw new RangeError('a share needs at least one answer');
  return wilsonOfShare(successes / trials, trials, z);
}

function wilsonOfShare(share: number, trials: number, z: number): Interval {
  const centre = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half = wilsonHalfWidth(share, trials, z);
  return {
    // The result is exactly 0 or 1 here; floating point would leave a small error.
    lower: share === 0 ? 0 : Math.max(0, centre - half),
    upper: share === 1 ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Returns the interval of the mean of independent values between 0 and 1, like Wilson's for that many answers. Fraction
 * of 1. A value between 0 and 1 varies at most as much as a yes or no with the same mean (R. Bhatia and C. Davis, Amer.
 * Math. Monthly 107, 2000), so the interval is wide enough, and has a width even if all values agree. Dependent values,
 * such as pairs of answers to one question, are averaged first: the clusters are the trials (E. Miller, arXiv
 * 2411.00640, 2024). Null without values.
 */
export function meanInterval(values: readonly number[], z: number = z95): Interval | null {
  const share = mean(values);
  // A mean of ones may be off by a rounding error.
  return share === null ? null : wilsonOfShare(Math.min(1, Math.max(0, share)), values.length, z);
}

/** Returns half the width of the Wilson interval for a share observed in `trials` answers. Fraction of 1. */
export function wilsonHalfWidth(share: number, trials: number, z: number = z95): number {
  return (z * Math.sqrt(share * (1 - share) * trials + (z * z) / 4)) / (trials + z * z);
}
