/** Shortens a text to the room in a chart: at most `maxLength` characters, but never fewer than five. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, Math.max(4, maxLength - 1))}…`;
}
