/**
 * Returns the shared items over all items of two sets (P. Jaccard, 1901). Null if both are empty: nothing was compared.
 * Repeated items count once.
 */
export function jaccard(first: Iterable<string>, second: Iterable<string>): number | null {
  // A period has thousands of pairs of answers, so the caller's sets are reused.
  const a = first instanceof Set ? first : new Set(first);
  const b = second instanceof Set ? second : new Set(second);
  let shared = 0;
  for (const item of a) if (b.has(item)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? null : shared / all;
}
