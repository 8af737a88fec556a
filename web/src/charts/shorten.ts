/** A text as a picture has room for it: at most `maxLength` characters, but never fewer than five. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, Math.max(4, maxLength - 1))}…`;
}
