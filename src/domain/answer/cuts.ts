/** What opens a new piece in a line that lost its breaks. Each alternative is a named group; all of them are bounded. */
const openings = [
  String.raw`(?<heading>#{1,6})(?=\s)`,
  String.raw`(?<rule>-{3,}|\*{3,}|_{3,})(?=\s|$)`,
  String.raw`(?<bullet>[*•‣◦▪●+])(?=\s)`,
  String.raw`(?<dash>[-–])(?=\s)`,
  String.raw`(?:\*\*|__)?#?(?<digits>\d{1,2})(?:[.)]|\uFE0F?\u20E3)(?=\s|\*\*)`,
  // A bold run with a list below it is a title or a name; one that opens a sentence is the sentence's subject.
  String.raw`(?<bold>\*\*[^*\n]{3,120}\*\*)(?=\s+(?:[*•|-]\s|\d{1,2}[.)]\s|#{1,6}\s|-{3}|\*\*#?\d{1,2}[.)]))`,
  String.raw`(?<=[.!?\])]\s)(?<subject>\*\*[^*:\n]{2,80}\*\*)(?=\s\p{Ll})`,
  String.raw`(?<reference>\[[^\]\s]{1,20}\]:)(?=\s+<?https?:)`,
  String.raw`(?<picture>\p{Extended_Pictographic}\uFE0F?)(?=\s+\S)`,
  String.raw`(?:(?<=(?:[.!?:)]|&#x20;)\s)|(?<=\s)(?=(?:Best|Top|Most|Runner-up|Budget)\s(?!for:)))(?=(?<label>[\p{Lu}\d](?:(?!\s-\s)[^.!?:\n*#|–—]){2,110}(?::|\s[–—]))\s\S)`,
];
const opening = new RegExp(String.raw`(?<!\S)(?:${openings.join('|')})`, 'gu');

/** True where a list dash may start: before "Name:", bold or a link, or after a sentence's end. */
function dashStarts(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - 3), at)
    .trimEnd()
    .slice(-1);
  if (/^\s(?:Best|Top|Most|Runner-up|Budget)\b[^.:\n]{0,60}:\s/.test(text.slice(at + 1, at + 90))) return true;
  if (before === '*' || before === ']' || before === ')') return false;
  if (/^\s[\p{Lu}\d][^.:\n]{1,60}:\s/u.test(text.slice(at + 1, at + 70))) return true;
  const after = text.slice(at + 1, at + 4).trimStart();
  return after.startsWith('**') || after.startsWith('[') || (before !== '' && '.:!?'.includes(before));
}

/** Words before a colon that open a piece: mostly capitalised or with figures, not a sentence that announces a list. */
function isLabel(label: string): boolean {
  const words = label.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
  const marked = words.filter((word) => /^\P{L}*\p{Lu}|\d/u.test(word)).length;
  return words.length <= 14 && marked * 5 >= words.length * 3;
}

/** True when a label stands so near to its piece's marker that it is the piece's own head, after an abbreviation. */
function isOwnHead(piece: string, marked: number, at: number): boolean {
  return marked >= 0 && at - marked < 45 && !piece.slice(marked, at).includes(':');
}

/** A table line that stands alone keeps its own cells. */
export function isWholeRow(line: string): boolean {
  const rule = tableRule.exec(line);
  return rule === null || line.length - rule[0].length < 10;
}

const tableRule = /\|(?:\s{0,3}:?-{2,}:?\s{0,3}\|){2,20}/;

type Table = { start: number; end: number; rows: number[] };

/** A table whose rows stand behind one another: found by its rule, whose number of columns tells where rows end. */
function findTable(piece: string): Table | null {
  const rule = tableRule.exec(piece);
  if (rule === null) return null;
  const columns = rule[0].split('|').length - 2;
  const rows = [rule.index];
  let header = rule.index;
  for (let pipes = 0; pipes <= columns && header > 0; pipes += 1) header = piece.lastIndexOf('|', header - 1);
  if (header >= 0) rows.unshift(header);
  let at = rule.index + rule[0].length;
  while (/^\s*\|/.test(piece.slice(at, at + 10))) {
    const start = piece.indexOf('|', at);
    let end = start;
    for (let column = 0; column < columns && end >= 0; column += 1) end = piece.indexOf('|', end + 1);
    if (end < 0) break;
    rows.push(start);
    at = end + 1;
  }
  return { start: rows[0] ?? rule.index, end: at, rows: [...rows, at] };
}

/** Offsets at which a line that lost its breaks is taken apart again, in order. */
export function cutsInside(text: string, start: number, end: number): number[] {
  const piece = text.slice(start, end);
  const table = findTable(piece);
  const cuts: number[] = table === null ? [] : table.rows.map((row) => start + row);
  let expected = 1;
  /** End of the last marker: a number or a bold run right behind it belongs to it. */
  let joined = -1;
  /** End of the marker that opened the current piece; a label so near to it is the piece's own head. */
  let marked = -1;
  let inReferences = false;
  for (const match of piece.matchAll(opening)) {
    const at = match.index;
    if (table !== null && at >= table.start && at < table.end) continue;
    const { rule, dash, digits, bold, subject, reference, picture, label } = match.groups ?? {};
    if (inReferences && reference === undefined) continue;
    inReferences ||= reference !== undefined;
    if (label !== undefined && (!isLabel(label) || isOwnHead(piece, marked, at))) continue;
    if (dash !== undefined && !dashStarts(piece, at)) continue;
    if (digits !== undefined) {
      const number = Number(digits);
      // At the start of a line a number is its item's own, wherever the list began.
      if (number !== expected && number !== 1 && piece.slice(0, at).trim() !== '') continue;
      expected = number + 1;
    }
    const between = joined < 0 ? 'x' : piece.slice(joined, at);
    const followsMarker = between.length < 12 && !/[\p{L}\p{N}]/u.test(between.replace(/#|\*/g, ''));
    const mayJoin = [digits, bold, subject, label, picture].some((found) => found !== undefined);
    if (!mayJoin || !followsMarker) cuts.push(start + at);
    const closes = [rule, bold, subject, label].some((found) => found !== undefined);
    joined = closes ? -1 : at + match[0].length;
    marked = joined;
  }
  return cuts.sort((left, right) => left - right);
}
