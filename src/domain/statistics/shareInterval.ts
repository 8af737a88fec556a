import { type Interval, z95 } from './interval.ts';

/** One answer: how many of its `whole` counted items belong to the `part`. */
export type PartOfWhole = { part: number; whole: number };

/**
 * Computes the interval of the ratio of two totals, sum(part) / sum(whole), where answers are the independent units
 * rather than the items counted in them (linearised ratio estimator: W. G. Cochran, Sampling Techniques, 3rd ed. 1977,
 * section 2.11, without the finite-population term). Fraction of 1, cut at 0 and 1. Null with fewer than two answers,
 * with nothing counted, and if every answer has the same ratio: without any spread this method would give an interval
 * of zero width, which would claim certainty.
 */
export function shareInterval(answers: readonly PartOfWhole[], z: number = z95): Interval | null {
  const m = answers.length;
  const part = answers.reduce((sum, answer) => sum + answer.part, 0);
  const whole = answers.reduce((sum, answer) => sum + answer.whole, 0);
  if (m < 2 || whole === 0) return null;
  if (answers.every((answer) => answer.part * whole === part * answer.whole)) return null;
  const ratio = part / whole;
  const squares = answers.reduce((sum, answer) => sum + (answer.part - ratio * answer.whole) ** 2, 0);
  const half = (z * Math.sqrt((m / (m - 1)) * squares)) / whole;
  return { lower: Math.max(0, ratio - half), upper: Math.min(1, ratio + half) };
}
