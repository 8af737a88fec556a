/** Characters as a person counts them, near enough: one beyond the basic plane is one, though it takes two units. */
export function charactersIn(text: string): number {
  let characters = 0;
  for (const _character of text) characters += 1;
  return characters;
}
