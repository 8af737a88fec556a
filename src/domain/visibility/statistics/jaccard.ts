/**
 * Shared items over all items of two sets (P. Jaccard, 1901). null when both are empty: nothing was compared.
 * Repeated items count once.
 */
export function jaccard(first: Iterable<string>, second: Iterable<string>): number | null {
  const a = new Set(first);
  const b = new Set(second);
  const shared = [...a].filter((item) => b.has(item)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? null : shared / all;
}
