/**
 * Reads parts of HTML without building a tree, each in one pass: every search starts where the previous one ended, so
 * the cost is linear in the length of the text.
 */

/** Lower-cases ASCII letters without moving any character: `toLowerCase` turns some letters into two. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export type Block = { from: number; to: number; inside: string };

/** Lists the blocks between `open` and `close`, both in lower case. An unclosed block extends to the end. */
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

/** Removes such blocks from the text. */
export function withoutBlocks(html: string, open: string, close: string): string {
  let out = '';
  let at = 0;
  for (const { from, to } of listBlocks(html, open, close)) {
    out += `${html.slice(at, from)} `;
    at = to;
  }
  return out + html.slice(at);
}
