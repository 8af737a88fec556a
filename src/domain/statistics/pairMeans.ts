import { overlapOfNumbered } from './rankBiasedOverlap.ts';

/**
 * Mean over every unordered pair of items. A daily question has 10⁵ pairs of answers in two years, and a panel of
 * thousands of questions 10⁷, so no pair creates objects or searches for names: items are numbers here. Pairs are summed in
 * item order, so that a mean equals that of separate pairs to the last bit.
 */
export type PairMean = {
  /** Pairs that can be compared. */
  pairs: number;
  /** null without such a pair. */
  mean: number | null;
};

type Sum = { pairs: number; total: number };

const meanOf = ({ pairs, total }: Sum): PairMean => ({ pairs, mean: pairs === 0 ? null : total / pairs });

/** Replaces the items of lists of distinct items by numbers, counted from 0. */
function numberItems(lists: readonly Iterable<string>[]): { numbered: Int32Array[]; count: number } {
  const numbers = new Map<string, number>();
  const numberOf = (item: string): number => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  };
  return { numbered: lists.map((list) => Int32Array.from(list, numberOf)), count: numbers.size };
}

/** Computes the mean Jaccard index (`jaccard`) over the pairs inside each group; pairs of empty sets are left out. */
export function meanJaccard(groups: readonly (readonly ReadonlySet<string>[])[]): PairMean {
  const sum = { pairs: 0, total: 0 };
  for (const sets of groups) addJaccard(sum, sets);
  return meanOf(sum);
}

/** Adds the overlaps of a set with later sets, by walking, for each of its items, through the sets that contain it. */
function addJaccard(sum: Sum, sets: readonly ReadonlySet<string>[]): void {
  const { numbered, count } = numberItems(sets);
  const holders: number[][] = Array.from({ length: count }, () => []);
  for (const [index, items] of numbered.entries()) for (const item of items) holders[item]?.push(index);
  const sizes = Int32Array.from(sets, ({ size }) => size);
  const shared = new Int32Array(sets.length);
  for (let first = 0; first < sizes.length; first += 1) {
    for (const item of numbered[first] ?? []) {
      const of = holders[item] ?? [];
      // From the end down to the sets after this one.
      for (let at = of.length - 1; at >= 0; at -= 1) {
        const other = of[at] ?? 0;
        if (other <= first) break;
        shared[other] = (shared[other] ?? 0) + 1;
      }
    }
    const size = sizes[first] ?? 0;
    for (let other = first + 1; other < sizes.length; other += 1) {
      const both = shared[other] ?? 0;
      const all = size + (sizes[other] ?? 0) - both;
      shared[other] = 0;
      if (all === 0) continue;
      sum.pairs += 1;
      sum.total += both / all;
    }
  }
}

/** Computes the share of pairs that begin with the same item; pairs of empty lists are left out. */
export function meanSameFirst(lists: readonly (readonly string[])[]): PairMean {
  const none = -1;
  const firsts = numberItems(lists.map((list) => list.slice(0, 1))).numbered.map((list) => list[0] ?? none);
  const sum = { pairs: 0, total: 0 };
  for (let first = 0; first < firsts.length; first += 1) {
    for (let other = first + 1; other < firsts.length; other += 1) {
      if (firsts[first] === none && firsts[other] === none) continue;
      sum.pairs += 1;
      if (firsts[first] === firsts[other]) sum.total += 1;
    }
  }
  return meanOf(sum);
}

/** Maximum number of distinct lists for which the values of all pairs are cached: 8 MB. */
const maxKeptKinds = 1_000;
const unmeasured = -1;

/**
 * Computes the mean rank-biased overlap; pairs of empty lists are left out. Most answers repeat each other, so each
 * pair of distinct lists is measured once. Throws RangeError on a list that names an item twice.
 */
export function meanRankBiasedOverlap(lists: readonly (readonly string[])[]): PairMean {
  if (lists.some((list) => new Set(list).size !== list.length)) {
    throw new RangeError('rank-biased overlap needs lists of distinct items');
  }
  const { numbered, count } = numberItems(lists);
  const overlap = overlapOfNumbered(count);
  const kinds = new Map<string, number>();
  const kindOf = Int32Array.from(numbered, (list) => {
    const text = list.join();
    const kind = kinds.get(text) ?? kinds.size;
    kinds.set(text, kind);
    return kind;
  });
  const entry = new Float64Array(kinds.size > maxKeptKinds ? 0 : kinds.size ** 2).fill(unmeasured);
  const sum = { pairs: 0, total: 0 };
  for (let first = 0; first < numbered.length; first += 1) {
    const row = (kindOf[first] ?? 0) * kinds.size;
    for (let other = first + 1; other < numbered.length; other += 1) {
      const pair = row + (kindOf[other] ?? 0);
      let value = entry[pair] ?? unmeasured;
      if (value === unmeasured) {
        value = overlap(numbered[first] as Int32Array, numbered[other] as Int32Array);
        if (pair < entry.length) entry[pair] = value;
      }
      if (Number.isNaN(value)) continue;
      sum.pairs += 1;
      sum.total += value;
    }
  }
  return meanOf(sum);
}
