/** Returns the Levenshtein distance: number of characters to insert, delete or replace. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries()) {
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (character === other ? 0 : 1)));
    }
    row = next;
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
