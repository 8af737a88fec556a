/**
 * The little that is read of HTML without building its tree, each in one pass: every search begins where the one before
 * ended, so that no text costs more than its length.
 */

/** ASCII letters in lower case, and every character in its place: `toLowerCase` makes two of some letters. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export type Block = { from: number; to: number; inside: string };

/** Lists the blocks between `open` and `close`, both in lower case. A block that is never closed goes to the end. */
export function listBlocks(html: string, open: string, close: string): Block[] {
  const lower = lowerAscii(html);
  const out: Block[] = [];
  for (let from = lower.indexOf(open); from >= 0; ) {
    const end = lower.indexOf(close, from + open.length);
    const inside = html.slice(from + open.length, end < 0 ? html.length : end);
    const to = end < 0 ? html.length : end + close.length;
    out.push({ from, to, inside });
    from = end < 0 ? -1 : lower.indexOf(open, to);
  }
  return out;
}

/** The text without such blocks. */
export function withoutBlocks(html: string, open: string, close: string): string {
  let out = '';
  let at = 0;
  for (const { from, to } of listBlocks(html, open, close)) {
    out += `${html.slice(at, from)} `;
    at = to;
  }
  return out + html.slice(at);
}
