import { type Interval, requireCount, z95 } from './interval.ts';

/**
 * Wilson score interval of a share (E. B. Wilson, JASA 22, 1927). Fractions of 1.
 * Chosen because it stays inside 0..1 and keeps its promise with few answers, where the textbook interval does not.
 * Throws RangeError when `trials` is 0: without an answer there is no share.
 */
export function wilson(successes: number, trials: number, z: number = z95): Interval {
  requireCount('trials', trials);
  requireCount('successes', successes, trials);
  if (trials === 0) throw new RangeError('a share needs at least one answer');
  const share = successes / trials;
  const centre = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half = wilsonHalfWidth(share, trials, z);
  return {
    // The algebra gives exactly 0 and 1 here; floating point would leave a crumb.
    lower: successes === 0 ? 0 : Math.max(0, centre - half),
    upper: successes === trials ? 1 : Math.min(1, centre + half),
  };
}

/** Half the width of the Wilson interval for a share seen in `trials` answers. Fraction of 1. */
export function wilsonHalfWidth(share: number, trials: number, z: number = z95): number {
  return (z * Math.sqrt(share * (1 - share) * trials + (z * z) / 4)) / (trials + z * z);
}
