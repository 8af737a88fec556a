/** Compares by UTF-16 code units: the same order on every machine, in every language. */
export function codeUnitOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a new list in code-unit order, each text once. */
export function sortedOnce(texts: Iterable<string>): string[] {
  // The default order of texts, without a call for each comparison.
  return [...new Set(texts)].sort();
}

/** Returns the first texts in code-unit order, each once, without sorting the others. */
export function firstOnce(texts: Iterable<string>, count: number): string[] {
  const first: string[] = [];
  for (const text of new Set(texts)) {
    const last = first.at(-1);
    if (first.length === count && last !== undefined && text > last) continue;
    const at = first.findIndex((one) => text < one);
    first.splice(at < 0 ? first.length : at, 0, text);
    if (first.length > count) first.pop();
  }
  return first;
}
