import { type Interval, z95 } from './interval.ts';

/** Minimum number of pairs for an interval: with fewer, the standard error is not known well enough. */
const minPairs = 10;

export type RankCorrelation = { n: number; value: number | null; interval: Interval | null };

/**
 * Computes Spearman's rank correlation of pairs, with middle ranks for ties, and its 95 % interval by Fisher's z with
 * the standard error of Bonett and Wright (2000), `sqrt((1 + r²/2) / (n − 3))`. Null if one side does not vary or pairs
 * are too few.
 */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): RankCorrelation {
  const n = pairs.length;
  if (n < minPairs) return { n, value: null, interval: null };
  const value = pearson(middleRanks(pairs.map(([first]) => first)), middleRanks(pairs.map(([, second]) => second)));
  if (value === null) return { n, value: null, interval: null };
  if (Math.abs(value) === 1) return { n, value, interval: null };
  const z = Math.atanh(value);
  const margin = z95 * Math.sqrt((1 + value ** 2 / 2) / (n - 3));
  return { n, value, interval: { lower: Math.tanh(z - margin), upper: Math.tanh(z + margin) } };
}

function middleRanks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  const times = new Map<number, number>();
  for (const [index, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, index);
    times.set(value, (times.get(value) ?? 0) + 1);
  }
  return values.map((value) => (first.get(value) ?? 0) + ((times.get(value) ?? 1) + 1) / 2);
}

function pearson(a: readonly number[], b: readonly number[]): number | null {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[index] ?? 0) - meanB];
    both += fromA * fromB;
    squaresA += fromA ** 2;
    squaresB += fromB ** 2;
  }
  // Rounding may put the quotient slightly outside its range.
  return squaresA === 0 || squaresB === 0 ? null : Math.max(-1, Math.min(1, both / Math.sqrt(squaresA * squaresB)));
}
