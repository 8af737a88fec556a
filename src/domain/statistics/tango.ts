import { type Interval, requireCount, z95 } from './interval.ts';

/**
 * Score interval of the paired difference (gained - lost) / paired, as a fraction of 1
 * (T. Tango, Statistics in Medicine 17, 1998). Throws RangeError when `paired` is 0.
 */
export function tango(gained: number, lostCount: number, paired: number, z: number = z95): Interval {
  requireCount('paired', paired);
  requireCount('gained', gained, paired);
  requireCount('lost', lostCount, paired - gained);
  if (paired === 0) throw new RangeError('a paired difference needs at least one pair');
  return { lower: -upperLimit(lostCount, gained, paired, z), upper: upperLimit(gained, lostCount, paired, z) };
}

/** The statistic falls as the assumed difference grows, so halving finds where it crosses -z. */
function upperLimit(gained: number, lost: number, paired: number, z: number): number {
  let low = (gained - lost) / paired;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (scoreStatistic(gained, lost, paired, middle) > -z) low = middle;
    else high = middle;
  }
}

function scoreStatistic(gained: number, lost: number, paired: number, difference: number): number {
  const q = shareLostGiven(gained, lost, paired, difference);
  // Above 0 strictly between -1 and 1, but for the estimate 0 with nothing changed, which the halving never visits.
  const variance = paired * (2 * q + difference * (1 - difference));
  return (gained - lost - paired * difference) / Math.sqrt(variance);
}

/** The most likely share of lost pairs when the true difference is `difference`: the larger root of 2n q² + Bq + C. */
function shareLostGiven(gained: number, lost: number, paired: number, difference: number): number {
  const b = (2 * paired - gained + lost) * difference - gained - lost;
  const c = -lost * difference * (1 - difference);
  const root = Math.sqrt(Math.max(0, b * b - 8 * paired * c));
  // Both forms are the same root; each is used where it does not subtract two nearly equal numbers.
  return b > 0 ? (-2 * c) / (b + root) : (root - b) / (4 * paired);
}
