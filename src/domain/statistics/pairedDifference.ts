import type { Interval } from './interval.ts';
import { bitsOf, signFlip } from './signFlip.ts';
import { tango } from './tango.ts';

/** A group of dependent questions: the sum of their differences, and their number. */
export type DifferenceGroup = { sum: number; size: number };

/** Mean difference over all questions as a fraction, with the interval and the p value of one test. */
export type PairedDifference = { mean: number; interval95: Interval; p: number };

/** Up to this size all 2^n sign patterns give the interval; beyond, a fixed number of them is drawn. */
const maxExactGroups = 13;
const draws = 1_999;
const alpha = 0.05;

/**
 * Runs a sign-flip test of the mean difference with its 95 % interval: the values that the same test would not reject.
 * Groups are flipped as a whole. If all groups that moved did so by the same size, as with one answer each, the
 * interval is Tango's for that many changed pairs, because a permutation of equal moves has no width. The interval
 * never contradicts the test: it excludes zero exactly if p < 0.05. Null without groups.
 * @param exactP of the same test, if the caller has it in closed form
 */
export function pairedDifference(
  groups: readonly DifferenceGroup[],
  seed: string,
  exactP?: number,
): PairedDifference | null {
  const total = groups.reduce((sum, { size }) => sum + size, 0);
  if (total === 0) return null;
  const sums = groups.map(({ sum }) => sum);
  const mean = sums.reduce((all, sum) => all + sum, 0) / total;
  const p = exactP ?? signFlip(sums, seed);
  const { lower, upper } = equalMoves(groups) ?? notRejected(groups, seed);
  if (p >= alpha) return { mean, p, interval95: { lower: Math.min(lower, 0), upper: Math.max(upper, 0) } };
  // If the limit was drawn or approximated, the exact p value decides about zero.
  const least = minMove(groups) / total;
  const interval95 =
    mean > 0
      ? { lower: Math.min(mean, lower > 0 ? lower : least), upper: Math.max(mean, upper) }
      : { lower: Math.min(mean, lower), upper: Math.max(mean, upper < 0 ? upper : -least) };
  return { mean, p, interval95 };
}

function equalMoves(groups: readonly DifferenceGroup[]): Interval | null {
  const moves = groups.map(({ sum, size }) => sum / size);
  const sizes = moves.filter((move) => move !== 0).map(Math.abs);
  const size = sizes[0] ?? 1;
  if (sizes.some((other) => Math.abs(other - size) > 1e-9)) return null;
  const up = moves.filter((move) => move > 0).length;
  const { lower, upper } = tango(up, sizes.length - up, groups.length);
  return { lower: size * lower, upper: size * upper };
}

/**
 * Inverts the test. After some value below their mean is subtracted from the differences, flipping the groups A gives a
 * sum at least as large as flipping none exactly if that value is at least the mean over A, or over the other groups.
 * So the limits are quantiles of these means.
 */
function notRejected(groups: readonly DifferenceGroup[], seed: string): Interval {
  const [lowest, highest]: [number[], number[]] = [[], []];
  const add = (isFlipped: (index: number) => boolean) => {
    const [flipped, others] = [
      { sum: 0, size: 0 },
      { sum: 0, size: 0 },
    ];
    groups.forEach(({ sum, size }, index) => {
      const part = isFlipped(index) ? flipped : others;
      part.sum += sum;
      part.size += size;
    });
    // Flipping all or none gives the same sum for every value.
    const isProper = flipped.size > 0 && others.size > 0;
    const [one, other] = [flipped.sum / flipped.size, others.sum / others.size];
    lowest.push(isProper ? Math.min(one, other) : Number.NEGATIVE_INFINITY);
    highest.push(isProper ? Math.max(one, other) : Number.POSITIVE_INFINITY);
  };
  if (groups.length <= maxExactGroups) {
    for (let pattern = 0; pattern < 2 ** groups.length; pattern += 1) add((index) => ((pattern >> index) & 1) === 1);
  } else {
    const nextBit = bitsOf(`${seed}\ninterval`);
    add(() => false);
    for (let draw = 0; draw < draws; draw += 1) add(() => nextBit() === 1);
  }
  const place = Math.ceil(alpha * lowest.length) - 1;
  const lower = lowest.sort((a, b) => a - b)[place] ?? -1;
  const upper = highest.sort((a, b) => b - a)[place] ?? 1;
  return { lower: Math.max(-1, lower), upper: Math.min(1, upper) };
}

/** Returns the smallest sum of a group that moved; 0 if none did. */
function minMove(groups: readonly DifferenceGroup[]): number {
  const moved = groups.flatMap(({ sum }) => (sum === 0 ? [] : [Math.abs(sum)]));
  return moved.length === 0 ? 0 : moved.reduce((least, sum) => Math.min(least, sum), Number.POSITIVE_INFINITY);
}
