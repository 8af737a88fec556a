import { flatDashHeads } from './flatDashes.ts';
import { isAttributeLabel, titleKind } from './titles.ts';
import { hasCaselessLetters } from './titleWords.ts';

/**
 * Openings of a new piece in a line that lost its breaks. Each alternative is a named group; all of them are bounded.
 */
const openings = [
  String.raw`(?<heading>#{1,6})(?=\s)`,
  String.raw`(?<rule>-{3,}|\*{3,}|_{3,})(?=\s|$)`,
  String.raw`(?<bullet>[*•‣◦▪●])(?=\s)`,
  String.raw`(?<dash>[-–])(?=\s)`,
  String.raw`(?:\*\*|__)?#?(?<digits>\d{1,2})(?:[.)]|\uFE0F?\u20E3)(?=\s|\*\*)`,
  // A bold run with a list below it is a title or a name; one that opens a sentence is the sentence's subject.
  String.raw`(?<bold>\*\*[^*\n]{3,120}\*\*)(?=\s+(?:[*•|-]\s|\d{1,2}[.)]\s|#{1,6}\s|-{3}|\*\*#?\d{1,2}[.)]))`,
  String.raw`(?<=[.!?\])]\s)(?<subject>\*\*[^*:\n]{2,80}\*\*)(?=\s\p{Ll})`,
  String.raw`(?<reference>\[[^\]\s]{1,20}\]:)(?=\s+<?https?:)`,
  String.raw`(?<picture>\p{Extended_Pictographic}\uFE0F?)(?=\s+\S)`,
  String.raw`(?:(?<=(?:[.!?:)]|&#x20;)\s)|(?<=\s)(?=(?:Best|Top|Most|Runner-up|Budget)\s(?![Ff]or:)))(?=(?<label>[\p{L}\d](?:(?:Inc|Co|Ltd|Corp|Dr|St|Mr|Mrs|Jr|(?<=[\s.]\p{Lu}))\.(?!\p{L})|\.(?=\p{L})|(?!\s-\s)[^.!?:\n*#|–—。！？：•‣◦▪●]){1,110}(?::|：|\s[–—]))\s?\S)`,
];
const opening = new RegExp(String.raw`(?<![^\s。！？：；])(?:${openings.join('|')})`, 'gu');

/** Returns true if a list dash may start here: before "Name:", bold or a link, or after a sentence's end. */
function dashStarts(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - 3), at)
    .trimEnd()
    .slice(-1);
  if (/^\s(?:Best|Top|Most|Runner-up|Budget)\b[^.:\n]{0,60}:\s/.test(text.slice(at + 1, at + 90))) return true;
  const ahead = text.slice(at + 1, at + 140);
  if (/^\s(?:\*\*|\[)[^*\n]{2,100}?(?:\*\*|\]\([^)]{0,60})[^.\n]{0,3}(?:\s?[–—:(]|\s-\s)/.test(ahead)) return true;
  if (/^\s[\p{L}\d][^.:\n–—]{1,30}(?:\.\p{L}[^.:\n–—]{0,30})?[^.:\n–—]{0,30}\s[–—]\s/u.test(ahead)) return true;
  if (before === '*' || before === ']' || before === ')') return false;
  if (/^\s[\p{Lu}\d][^.:\n]{1,60}:\s/u.test(text.slice(at + 1, at + 70))) return true;
  const after = text.slice(at + 1, at + 4).trimStart();
  return after.startsWith('**') || after.startsWith('[') || (before !== '' && '.:!?'.includes(before));
}

/**
 * Returns true for words before a colon that open a piece: mostly capitalised or with figures, and not a sentence that
 * announces a list.
 */
function isLabel(label: string): boolean {
  const words = label.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
  const marked = words.filter(
    (word) => /^\P{L}*\p{Lu}|\d|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u.test(word) || hasCaselessLetters(word),
  ).length;
  return words.length <= 14 && marked * 5 >= words.length * 3;
}

/**
 * Returns true if a label is so close to its piece's marker that it is the head of that piece, after an abbreviation.
 */
function isOwnHead(piece: string, marked: number, at: number): boolean {
  return marked >= 0 && at - marked < 45 && !piece.slice(marked, at).includes(':');
}

/** Returns true for a table line without neighbours, which keeps its own cells. */
export function isWholeRow(line: string): boolean {
  const rule = tableRule.exec(line);
  return rule === null || line.length - rule[0].length < 10;
}

const tableRule = /\|(?: {0,3}:?-{2,200}:? {0,3}\|){2,20}/;

type Table = { start: number; end: number; rows: number[] };

/** Finds a table whose rows are on one line: by its rule, whose number of columns gives the end of rows. */
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

/** "Best for: Large families Capacity:": a value runs into the next label, and neither is a name. */
function followsAttribute(piece: string, at: number): boolean {
  const before = piece.slice(Math.max(0, at - 40), at).trimEnd();
  if (!before.endsWith(':')) return false;
  const words = before.slice(0, -1).split(/\s+/);
  return [1, 2, 3].some((size) => size <= words.length && isAttributeLabel(words.slice(-size).join(' ')));
}

const followsAbbreviation = /(?:^|\s)(?:(?:\p{Lu}\.)+|(?:Inc|Co|Ltd|Corp|St|Dr|Mr|Mrs|Jr)\.)\s$/u;

/** "Best overall: Acme": text after a category does not open a piece. */
function isWinner(piece: string, opened: number, at: number): boolean {
  const before = piece.slice(Math.max(opened, at - 100), at).trimEnd();
  if (!before.endsWith(':')) return false;
  const label = before.slice(0, -1).replace(/^[^\p{L}]+/u, '');
  return !/[.!?:]\s/.test(label) && titleKind(label) === 'category';
}

/** Returns the start of a heading right before a list's first marker, after the end of a sentence; -1 without one. */
function headingBefore(piece: string, opened: number, at: number): number {
  const from = Math.max(opened, at - 80);
  const window = piece.slice(from, at).trimEnd();
  const stop = Math.max(...['. ', '! ', '? ', ') ', ': '].map((mark) => window.lastIndexOf(mark)));
  if (stop < 0) return -1;
  const heading = window.slice(stop + 2).trim();
  if (heading.length < 4 || heading.length > 60 || !/^[\p{Lu}\p{Lo}]/u.test(heading)) return -1;
  // "Site +2" is a label that stands for several sources.
  return titleKind(heading) === 'other' || /\+\d+$/.test(heading) ? -1 : from + stop + 2;
}

/** Adds the heads before dashes, except those already cut at a marker or a number right before them. */
function withHeads(text: string, cuts: readonly number[], heads: readonly number[]): number[] {
  const sorted = [...cuts].sort((remaining, right) => remaining - right);
  const own = heads.filter((head) => {
    const before = sorted.findLast((cut) => cut <= head);
    return before === undefined || /[\p{L}]/u.test(text.slice(before, head));
  });
  return [...cuts, ...own];
}

/** Returns the offsets at which a line that lost its breaks is split again, in order. */
export function cutsInside(text: string, start: number, end: number): number[] {
  const piece = text.slice(start, end);
  const table = findTable(piece);
  const cuts: number[] = table === null ? [] : table.rows.map((row) => start + row);
  let expected = 1;
  /** End of the last marker: a number or a bold run right after it belongs to it. */
  let joined = -1;
  /** End of the marker that opened the current piece; a label right after it is the head of the piece. */
  let marked = -1;
  let inReferences = false;
  /** Start of the current piece. */
  let opened = 0;
  const heads = flatDashHeads(text, start, end);
  const isFlat = heads.length > 0;
  for (const match of piece.matchAll(opening)) {
    const at = match.index;
    if (table !== null && at >= table.start && at < table.end) continue;
    const { rule, dash, digits, bold, subject, reference, picture, label } = match.groups ?? {};
    if (isFlat && label !== undefined && !/[:：]$/.test(label)) continue;
    if (inReferences && reference === undefined) continue;
    inReferences ||= reference !== undefined;
    if (label !== undefined && (!isLabel(label) || isOwnHead(piece, marked, at))) continue;
    if (
      label !== undefined &&
      (followsAbbreviation.test(piece.slice(Math.max(0, at - 8), at)) ||
        isWinner(piece, opened, at) ||
        followsAttribute(piece, at))
    )
      continue;
    if (dash !== undefined && !dashStarts(piece, at)) continue;
    // An emoji right after a list mark decorates the item.
    if (picture !== undefined && at - opened < 12 && /^\s*[-–*•]\s+$/.test(piece.slice(opened, at))) continue;
    if (digits !== undefined) {
      const number = Number(digits);
      // At the start of a line, a number belongs to its item, wherever the list began.
      if (number !== expected && number !== 1 && piece.slice(0, at).trim() !== '') continue;
      expected = number + 1;
    }
    const between = joined < 0 ? 'x' : piece.slice(joined, at);
    const followsMarker = between.length < 12 && !/[\p{L}\p{N}]/u.test(between.replace(/#|\*/g, ''));
    const mayJoin = [digits, bold, subject, label, picture].some((cuts) => cuts !== undefined);
    if (!mayJoin || !followsMarker) {
      const heading = dash === undefined && match.groups?.bullet === undefined ? -1 : headingBefore(piece, opened, at);
      if (heading >= 0) cuts.push(start + heading);
      cuts.push(start + at);
      opened = at;
    }
    const closes = [rule, bold, subject, label].some((cuts) => cuts !== undefined);
    joined = closes ? -1 : at + match[0].length;
    marked = joined;
  }
  const all = isFlat ? withHeads(text, cuts, heads) : cuts;
  return all.sort((leftCount, right) => leftCount - right);
}
