/** Parsers need to read only this much (RFC 9309 section 2.5); the rest is ignored and reported. */
export const robotsByteLimit = 500 * 1024;

/** One line without its comment and outer white space. `line` is one-based. */
type RobotsLine = { line: number; content: string };

export type RobotsText = { lines: readonly RobotsLine[]; tooLarge: boolean; validUtf8: boolean };

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Trims spaces and tabs, the only white space of RFC 9309 (section 2.2, rule WS); `trim` would remove more. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Returns the non-empty lines of a robots.txt body. CR, LF and CRLF each end a line. */
export function readLines(body: Uint8Array): RobotsText {
  const tooLarge = body.length > robotsByteLimit;
  const { text, valid } = decode(body);
  const all = text.split(/\r\n|\r|\n/);
  // The last line of a cut file may be incomplete.
  if (tooLarge) all.pop();
  const lines: RobotsLine[] = [];
  all.forEach((whole, index) => {
    const content = trimBlanks(whole.split('#', 1)[0] ?? '');
    if (content !== '') lines.push({ line: index + 1, content });
  });
  return { lines, tooLarge, validUtf8: valid };
}

function decode(body: Uint8Array): { text: string; valid: boolean } {
  // A byte order mark, whole or cut, is not part of the first key.
  let start = 0;
  while (start < byteOrderMark.length && body[start] === byteOrderMark[start]) start += 1;
  const bytes = body.subarray(start, Math.max(start, robotsByteLimit));
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), valid: true };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    // Our limit, not the file, may have cut the last character in two.
    const cut = body.length > robotsByteLimit && !text.slice(0, -1).includes('\uFFFD');
    return { text, valid: cut };
  }
}
