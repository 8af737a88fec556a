/** Order of UTF-16 code units: the same on every machine, whatever its language. */
export function codeUnitOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A new list in code-unit order, each text once. */
export function sortedOnce(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(codeUnitOrder);
}
