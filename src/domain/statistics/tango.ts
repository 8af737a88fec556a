import { type Interval, requireCount, z95 } from './interval.ts';

/**
 * Returns the score interval of the paired difference (gains - losses) / paired, as a fraction of 1 (T. Tango,
 * Statistics in Medicine 17, 1998). Throws RangeError when `paired` is 0.
 */
export function tango(gains: number, lostCount: number, paired: number, z: number = z95): Interval {
  requireCount('paired', paired);
  requireCount('gains', gains, paired);
  requireCount('losses', lostCount, paired - gains);
  if (paired === 0) throw new RangeError('a paired difference needs at least one pair');
  return { lower: -upperLimit(lostCount, gains, paired, z), upper: upperLimit(gains, lostCount, paired, z) };
}

/** The statistic falls as the assumed difference grows, so bisection finds where it crosses -z. */
function upperLimit(gains: number, losses: number, paired: number, z: number): number {
  let low = (gains - losses) / paired;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (scoreStatistic(gains, losses, paired, middle) > -z) low = middle;
    else high = middle;
  }
}

function scoreStatistic(gains: number, losses: number, paired: number, difference: number): number {
  const q = shareLostGiven(gains, losses, paired, difference);
  // Positive strictly between -1 and 1, except for the estimate 0 with no changes, which the bisection never visits.
  const variance = paired * (2 * q + difference * (1 - difference));
  return (gains - losses - paired * difference) / Math.sqrt(variance);
}

/**
 * Returns the most likely share of lost pairs if the true difference is `difference`: the larger root of 2n q² + Bq +
 * C.
 */
function shareLostGiven(gains: number, losses: number, paired: number, difference: number): number {
  const b = (2 * paired - gains + losses) * difference - gains - losses;
  const c = -losses * difference * (1 - difference);
  const root = Math.sqrt(Math.max(0, b * b - 8 * paired * c));
  // Both forms give the same root; each is used where it does not subtract two nearly equal numbers.
  return b > 0 ? (-2 * c) / (b + root) : (root - b) / (4 * paired);
}
