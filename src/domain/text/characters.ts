/**
 * Counts characters approximately as people do: a character beyond the basic plane counts once, though it takes two
 * code units.
 */
export function charactersIn(text: string): number {
  let characters = 0;
  for (const _character of text) characters += 1;
  return characters;
}
