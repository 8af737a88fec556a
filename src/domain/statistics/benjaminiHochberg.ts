/**
 * p values adjusted for having asked several questions at once, in the order given; below q means: called, with at most
 * the share q of false calls expected (Y. Benjamini, Y. Hochberg, JRSS B 57, 1995, step-up procedure).
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const total = pValues.length;
  const ranked = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p || b.index - a.index);
  const adjusted = new Array<number>(total).fill(1);
  let smallest = 1;
  ranked.forEach(({ p, index }, fromLargest) => {
    // Rounding may take p * total / total below p, which no correction does.
    smallest = Math.min(smallest, Math.max(p, (p * total) / (total - fromLargest)));
    adjusted[index] = smallest;
  });
  return adjusted;
}
