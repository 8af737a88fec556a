import type { Labels, Relabelings } from './relabelings.ts';

/** Estimate under some labels. */
export type Statistic = (labels: Labels) => number;

/** Sums of the same numbers in another order differ by rounding only. */
const rounding = 1e-12;

/**
 * Returns the size of an estimate. Labels that leave an arm without a known answer count as the largest, so that p is
 * never too small.
 */
function measureSize(statistic: Statistic, labels: Labels): number {
  const size = Math.abs(statistic(labels));
  return Number.isNaN(size) ? Number.POSITIVE_INFINITY : size;
}

/**
 * Computes p by R. A. Fisher's randomisation test (1935), two-sided: the share of assignments that give at least this
 * estimate.
 */
export function randomisationP(statistic: Statistic, observed: Labels, labels: Relabelings): number {
  const limit = Math.abs(statistic(observed)) - rounding;
  // The observed labels are one of `all`, so p is never 0.
  const hits = labels.all.filter((one) => measureSize(statistic, one) >= limit).length;
  return hits / labels.all.length;
}

/** Returns the range of the estimates of all but a share `level` of the assignments, under no effect. */
export function shuffledRange(statistic: Statistic, labels: Relabelings, level: number): number {
  const sizes = labels.all
    .map((one) => measureSize(statistic, one))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return sizes[Math.min(sizes.length - 1, Math.ceil((1 - level) * sizes.length) - 1)] ?? 0;
}

/** Interim analysis of the rounds collected so far. `spent`: cumulative level, alpha(t). */
export type InterimStatistic = { spent: number; statistic: Statistic };

/**
 * Judges several looks jointly over one set of assignments, so that the level holds over all of them whatever their
 * correlation. Returns the index of the look that finds a difference, or null.
 */
export function findAtInterim(
  looks: readonly InterimStatistic[],
  observed: Labels,
  labels: Relabelings,
): number | null {
  const total = labels.all.length;
  let alive = labels.all;
  let spent = 0;
  for (const [index, look] of looks.entries()) {
    const budget = Math.floor(look.spent * total + rounding) - spent;
    const sizes = alive.map((one) => measureSize(look.statistic, one));
    const bound = computeBound(sizes, budget);
    if (measureSize(look.statistic, observed) >= bound - rounding) return index;
    const labelses = alive.filter((_, at) => (sizes[at] ?? 0) < bound - rounding);
    spent += alive.length - labelses.length;
    alive = labelses;
  }
  return null;
}

/** Returns the smallest value that at most `budget` of the sizes reach; ties are all in or all out. */
function computeBound(sizes: readonly number[], budget: number): number {
  const sorted = sizes.toSorted((a, b) => b - a);
  let bound = Number.POSITIVE_INFINITY;
  for (let last = 0; last < budget && last < sorted.length; last += 1) {
    const next = sorted[last + 1];
    const value = sorted[last] ?? 0;
    if (next === undefined || next < value - rounding) bound = value;
  }
  return bound;
}
