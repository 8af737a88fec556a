const stops = '.!?…。！？।؟';
const closers = '"\'”’)]*_」』）';
const writtenSpace = '&#x20;';

const citation =
  /[ \t]?(?:\[\^?\d{1,3}\]|【[^】]{0,80}】|\(\[[^\]\n]{0,120}\]\([^()\s]{0,1000}\)\)|\[(?:\[?\d{1,3}\]?)?\]\([^()\s]{0,1000}\))[ \t]{0,3}$/;
const linkedNumber = /^\[?\^?\d{1,3}\]?$/;
const maxCitations = 10;

/** Returns true for the visible words of a link that only cites: "1", "[1]", or an empty label. */
export function isCitationLabel(text: string): boolean {
  return text === '' || linkedNumber.test(text);
}

/** Removes the citations after a line's last word: "[1]", "【1†source】", "([site](…))", "[[1]](…)", "[](…)". */
export function withoutCitations(line: string): string {
  let end = line.length;
  for (let round = 0; round < maxCitations && /[\])】]\s*$/.test(line.slice(Math.max(0, end - 4), end)); round += 1) {
    const from = Math.max(0, end - 1200);
    const match = citation.exec(line.slice(from, end));
    if (match === null) break;
    end = from + match.index;
  }
  return end === line.length ? line : line.slice(0, end);
}

/**
 * Returns true for a line that ends as a sentence does: a stop, followed only by closing marks, `([…)` links in
 * brackets and written spaces. One pass from the end, so that no text costs more than its length.
 */
export function endsSentence(line: string): boolean {
  // closed[i]: from i to the end there are only characters that may follow a stop.
  const closed = new Uint8Array(line.length + 1);
  closed[line.length] = 1;
  let bracketCloses = false;
  let open = 0;
  for (let at = line.length - 1; at >= 0; at -= 1) {
    const char = line.charAt(at);
    if (stops.includes(char) && closed[at + 1] === 1) return true;
    const isClosed =
      (closers.includes(char) && closed[at + 1] === 1) ||
      (line.startsWith(writtenSpace, at) && closed[at + writtenSpace.length] === 1) ||
      (bracketCloses && line.startsWith('([', at));
    closed[at] = isClosed ? 1 : 0;
    open = isClosed ? 0 : open + 1;
    // No earlier character can close, because every way to close reads at most one written space ahead.
    if (open > writtenSpace.length && !bracketCloses) return false;
    if (/[\n\r\u2028\u2029]/.test(char)) bracketCloses = false;
    else if (char === ')' && closed[at + 1] === 1) bracketCloses = true;
  }
  return false;
}
