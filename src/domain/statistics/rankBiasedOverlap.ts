/** Weight of each place relative to the one above it. At 0.8 the first three places have 73 % of the weight. */
const rboPersistence = 0.8;

/**
 * Computes the rank-biased overlap of two ordered lists of distinct items, extrapolated to unseen depth and fair to
 * lists of unequal length (W. Webber, A. Moffat, J. Zobel, ACM TOIS 28(4), 2010, equation 32). 0: nothing shared; 1:
 * the same as far as both go. A mere difference in length has no effect, so print lengths next to it. Items are numbers
 * from 0 to `count` - 1, so that no object is allocated for the many pairs of a period. NaN if both lists are empty; 0
 * if one is. Throws RangeError on a p outside 0..1.
 */
export function overlapOfNumbered(
  count: number,
  p: number = rboPersistence,
): (first: Int32Array, second: Int32Array) => number {
  if (!(p > 0 && p < 1)) throw new RangeError(`p must lie between 0 and 1, not ${p}`);
  const powers: number[] = [];
  const powerOf = (depth: number): number => {
    for (let next = powers.length; next <= depth; next += 1) powers.push(p ** next);
    return powers[depth] ?? 0;
  };
  // Last pair in which an item occurred, in the shorter and in the longer list.
  const seenShort = new Int32Array(count).fill(-1);
  const seenLong = new Int32Array(count).fill(-1);
  let pair = -1;
  /** Element d - 1: number of items shared by the first d places of both lists. */
  const shared: number[] = [];

  function overlapByDepth(short: Int32Array, long: Int32Array): void {
    pair += 1;
    let both = 0;
    for (let index = 0; index < long.length; index += 1) {
      const item = long[index] ?? 0;
      const other = index < short.length ? (short[index] ?? 0) : -1;
      seenLong[item] = pair;
      if (other >= 0) {
        seenShort[other] = pair;
        if (other !== item && seenLong[other] === pair) both += 1;
      }
      if (seenShort[item] === pair) both += 1;
      shared[index] = both;
    }
  }

  return (first, second) => {
    if (first.length === 0 && second.length === 0) return Number.NaN;
    if (first.length === 0 || second.length === 0) return 0;
    const [short, long] = first.length <= second.length ? [first, second] : [second, first];
    const s = short.length;
    const l = long.length;
    overlapByDepth(short, long);
    const atShort = shared[s - 1] ?? 0;
    const atLong = shared[l - 1] ?? 0;
    let sum = 0;
    for (let depth = 1; depth <= l; depth += 1) {
      const assumed = depth > s ? (atShort * (depth - s)) / (s * depth) : 0;
      sum += ((shared[depth - 1] ?? 0) / depth + assumed) * powerOf(depth);
    }
    // Equal lists sum to 1 up to rounding, and the result must not exceed 1 by the last bit.
    return Math.min(1, ((1 - p) / p) * sum + ((atLong - atShort) / l + atShort / s) * powerOf(l));
  };
}
