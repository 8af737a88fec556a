/** The weight of each deeper place against the one above it. At 0.8 the first three places carry 73 % of the weight. */
const rboPersistence = 0.8;

/**
 * Rank-biased overlap of two ordered lists of distinct items, extrapolated to unseen depth and fair to lists of unequal
 * length (W. Webber, A. Moffat, J. Zobel, ACM TOIS 28(4), 2010, equation 32). 0 = nothing shared, 1 = same as far as
 * both go; a mere difference of length is not seen, so print lengths beside it.
 * null when both lists are empty; 0 when one is. Throws RangeError on repeated items or a p outside 0..1.
 */
export function rankBiasedOverlap(
  first: readonly string[],
  second: readonly string[],
  p: number = rboPersistence,
): number | null {
  if (!(p > 0 && p < 1)) throw new RangeError(`p must lie between 0 and 1, not ${p}`);
  if (new Set(first).size !== first.length || new Set(second).size !== second.length) {
    throw new RangeError('rank-biased overlap needs lists of distinct items');
  }
  if (first.length === 0 && second.length === 0) return null;
  if (first.length === 0 || second.length === 0) return 0;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const s = short.length;
  const l = long.length;
  const overlap = overlapByDepth(short, long);
  const atShort = overlap[s - 1] ?? 0;
  const atLong = overlap[l - 1] ?? 0;
  let sum = 0;
  overlap.forEach((shared, index) => {
    const depth = index + 1;
    const assumed = depth > s ? (atShort * (depth - s)) / (s * depth) : 0;
    sum += (shared / depth + assumed) * p ** depth;
  });
  // Equal lists sum to 1 up to rounding, and a share must not leave its bounds by the last bit.
  return Math.min(1, ((1 - p) / p) * sum + ((atLong - atShort) / l + atShort / s) * p ** l);
}

/** Element d - 1: how many items the first d places of both lists share. */
function overlapByDepth(short: readonly string[], long: readonly string[]): number[] {
  const seenShort = new Set<string>();
  const seenLong = new Set<string>();
  let shared = 0;
  return long.map((item, index) => {
    const other = short[index];
    seenLong.add(item);
    if (other !== undefined) {
      seenShort.add(other);
      if (other !== item && seenLong.has(other)) shared += 1;
    }
    if (seenShort.has(item)) shared += 1;
    return shared;
  });
}
