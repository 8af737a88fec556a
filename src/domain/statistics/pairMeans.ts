import { overlapOfNumbered } from './rankBiasedOverlap.ts';

/**
 * Means over every unordered pair of items. A question that is asked every day has 10⁵ pairs of answers in two years, and
 * a panel of thousands of questions 10⁷, so no pair creates objects or reads maps by name: items are numbers here. Pairs
 * are summed in the order of the items, so that a mean equals that of separate pairs to its last bit.
 */
export type PairMean = {
  /** Pairs that say something. */
  pairs: number;
  /** null without such a pair. */
  mean: number | null;
};

type Sum = { pairs: number; total: number };

const meanOf = ({ pairs, total }: Sum): PairMean => ({ pairs, mean: pairs === 0 ? null : total / pairs });

/** Lists of distinct items with a number for each item, counted from 0. */
function numberItems(lists: readonly Iterable<string>[]): { numbered: Int32Array[]; count: number } {
  const numbers = new Map<string, number>();
  const numberOf = (item: string): number => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  };
  return { numbered: lists.map((list) => Int32Array.from(list, numberOf)), count: numbers.size };
}

/** Mean Jaccard (`jaccard`) over the pairs inside each group; a pair of empty sets says nothing. */
export function meanJaccard(groups: readonly (readonly ReadonlySet<string>[])[]): PairMean {
  const sum = { pairs: 0, total: 0 };
  for (const sets of groups) addJaccard(sum, sets);
  return meanOf(sum);
}

/** Adds what a set shares with later sets, counted along its items by the sets that hold each. */
function addJaccard(sum: Sum, sets: readonly ReadonlySet<string>[]): void {
  const { numbered, count } = numberItems(sets);
  const holders: number[][] = Array.from({ length: count }, () => []);
  for (const [index, items] of numbered.entries()) for (const item of items) holders[item]?.push(index);
  const sizes = Int32Array.from(sets, ({ size }) => size);
  const shared = new Int32Array(sets.length);
  for (let first = 0; first < sizes.length; first += 1) {
    for (const item of numbered[first] ?? []) {
      const of = holders[item] ?? [];
      // From the end, down to the sets after this one.
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

/** Mean share of the pairs that begin with the same item; a pair of empty lists says nothing. */
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

/** Maximum kinds for which the values of all pairs are kept: 8 MB. */
const maxKeptKinds = 1_000;
const unmeasured = -1;

/**
 * Mean rank-biased overlap; a pair of empty lists says nothing. Most answers repeat each other: each pair of kinds is
 * measured once. Throws RangeError on a list that names something twice.
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
