/** Compares by UTF-16 code units: the same order on every machine, in every language. */
export function codeUnitOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a new list in code-unit order, each text once. */
export function sortedOnce(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(codeUnitOrder);
}
