/** Returns the number of characters to insert, delete, replace or swap with their neighbour. */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let earlier: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [line, character] of a.entries()) {
    const next = [line + 1];
    for (const [at, other] of b.entries()) {
      const isSwap = at > 0 && character === b[at - 1] && a[line - 1] === other;
      const swapped = isSwap ? (earlier[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const replaced = (row[at] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, replaced, swapped));
    }
    [earlier, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

/** Returns the name most similar to a misspelt one, if at most two fifths of it differ; otherwise null. */
export function findNearest(misspelt: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, share: editDistance(misspelt, name) / Math.max(misspelt.length, name.length) }))
    .sort((one, other) => one.share - other.share);
  return best !== undefined && best.share <= 0.4 ? best.name : null;
}
