/**
 * Returns p values adjusted for several tests made at once, in the given order; a value below q means significant, with
 * an expected share of at most q false discoveries (Y. Benjamini, Y. Hochberg, JRSS B 57, 1995, step-up procedure).
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const total = pValues.length;
  const ranked = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p || b.index - a.index);
  const adjusted = new Array<number>(total).fill(1);
  let smallest = 1;
  ranked.forEach(({ p, index }, fromLargest) => {
    // Rounding can make p * total / total smaller than p, which a correction must never be.
    smallest = Math.min(smallest, Math.max(p, (p * total) / (total - fromLargest)));
    adjusted[index] = smallest;
  });
  return adjusted;
}
