/**
 * What a measure says of every unordered pair of items, in the order of the items; pairs of which it says nothing (null) are
 * left out. Items with one text are alike to it: a question that is asked every day has 10⁵ pairs of answers in two
 * years, of which most repeat each other, and each pair of texts is measured once.
 */
export function pairValues<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  measure: (first: T, second: T) => number | null,
): number[] {
  const kinds = new Map<string, number>();
  const kindOf = items.map((item) => {
    const text = textOf(item);
    const kind = kinds.get(text) ?? kinds.size;
    kinds.set(text, kind);
    return kind;
  });
  const known = new Map<number, number | null>();
  const values: number[] = [];
  for (const [index, first] of items.entries()) {
    const row = (kindOf[index] ?? 0) * kinds.size;
    for (let other = index + 1; other < items.length; other += 1) {
      const pair = row + (kindOf[other] ?? 0);
      let value = known.get(pair);
      if (value === undefined) {
        value = measure(first, items[other] as T);
        known.set(pair, value);
      }
      if (value !== null) values.push(value);
    }
  }
  return values;
}
