export type LineKind = 'heading' | 'ordered' | 'bullet' | 'row' | 'rule' | 'definition' | 'text';

/** One line of the answer, or a piece of a line in which line breaks were lost. Offsets are UTF-16 code units. */
export type Line = {
  kind: LineKind;
  /** The content without its marker and without white space around it. */
  start: number;
  end: number;
  /** Heading level 1-6, or the indent of a list item in columns. */
  depth: number;
  /** The written number of an ordered item, also when it stands in a heading or in bold. */
  number: number | null;
  /** A blank line, or the start of the text, stands before it. */
  blankBefore: boolean;
  /** The break before it is ours: the text had lost it. */
  cut: boolean;
};

/** A line longer than this that holds inner markers has lost its line breaks. */
const flatLength = 90;
/** No answer has so many lines; a hostile text stops being read here. */
export const mostLines = 2000;

const marker =
  /(?<![^\s])(?:(#{1,6})(?=\s)|(-{3,}|\*{3,}|_{3,})(?=\s|$)|([*•‣◦▪●+])(?=\s)|([-–])(?=\s)|(?:\*\*|__)?#?(\d{1,2})(?:[.)]|\uFE0F?\u20E3)(?=\s|\*\*)|(\|)(?=\s?:?-{2,})|(\*\*[^*\n]{3,120}\*\*)(?=\s+(?:[*•|-]\s|\d{1,2}[.)]\s|#{1,6}\s|-{3}|\*\*#?\d{1,2}[.)]))|(\[[^\]\s]{1,20}\]:)(?=\s+<?https?:)|(\p{Extended_Pictographic}\uFE0F?)(?=\s+\S)|(?:(?<=[.!?:)]\s)|(?<=\s)(?=(?:Best|Top|Most|Runner-up|Budget)\s(?!for:)))(?=([\p{Lu}\d][^.!?:\n*#|–—]{2,110}(?::|\s[–—]))\s\S))/gu;

const ruleLine = /^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/;
const definition = /^ {0,3}\[[^\]\n]{1,80}\]:\s/;

/** True where a list dash may start: after a sentence's end or a closing mark, or before bold or a link. */
function dashStarts(text: string, at: number): boolean {
  if (/^\s[\p{Lu}\d][^.:\n]{1,60}:\s/u.test(text.slice(at + 1, at + 70))) return true;
  const after = text.slice(at + 1, at + 4).trimStart();
  if (after.startsWith('**') || after.startsWith('[')) return true;
  const before = text
    .slice(Math.max(0, at - 3), at)
    .trimEnd()
    .slice(-1);
  return before !== '' && '.:!?)*'.includes(before);
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

/** Offsets at which a line that lost its breaks is taken apart again, in order. */
function cutsInside(text: string, start: number, end: number): number[] {
  const cuts: number[] = [];
  let expected = 1;
  let joined = -1;
  /** End of the marker that opened the current piece; a label so near to it is the piece's own head. */
  let marked = -1;
  let inReferences = false;
  const piece = text.slice(start, end);
  for (const match of piece.matchAll(marker)) {
    const at = match.index;
    const [whole, , rule, , dash, digits, , bold, reference, picture, label] = match;
    if (inReferences && reference === undefined) continue;
    inReferences ||= reference !== undefined;
    if (label !== undefined && (!isLabel(label) || isOwnHead(piece, marked, at))) continue;
    if (dash !== undefined && !dashStarts(piece, at)) continue;
    if (digits !== undefined) {
      const number = Number(digits);
      if (number !== expected && number !== 1) continue;
      expected = number + 1;
    }
    const between = joined < 0 ? 'x' : piece.slice(joined, at);
    const followsMarker = between.length < 12 && !/[\p{L}\p{N}]/u.test(between.replace(/#|\*/g, ''));
    const mayJoin = digits !== undefined || bold !== undefined || label !== undefined || picture !== undefined;
    if (!mayJoin || !followsMarker) cuts.push(start + at);
    const closes = rule !== undefined || bold !== undefined || label !== undefined;
    joined = closes ? -1 : at + whole.length;
    marked = joined;
  }
  return cuts;
}

function readLine(text: string, start: number, end: number, blankBefore: boolean, cut: boolean): Line {
  let at = start;
  let indent = 0;
  while (at < end && (text[at] === ' ' || text[at] === '\t' || text[at] === '>')) {
    indent += text[at] === '\t' ? 4 : 1;
    at += 1;
  }
  let last = end;
  while (last > at && /\s/.test(text.charAt(last - 1))) last -= 1;
  const line: Line = { kind: 'text', start: at, end: last, depth: indent, number: null, blankBefore, cut };
  const opening = text.slice(at, Math.min(last, at + 24));
  const whole = last - at < 200 ? text.slice(at, last) : '';
  if (definition.test(text.slice(start, Math.min(last, start + 100)))) return { ...line, kind: 'definition' };
  if (whole !== '' && ruleLine.test(whole)) return { ...line, kind: 'rule' };
  if (opening.startsWith('|')) return { ...line, kind: 'row' };
  const heading = /^(#{1,6})\s+/.exec(opening);
  if (heading?.[1] !== undefined) {
    return { ...line, kind: 'heading', start: at + heading[0].length, depth: heading[1].length };
  }
  const ordered = /^(\d{1,3})[.)]\s+/.exec(opening);
  if (ordered?.[1] !== undefined) {
    return { ...line, kind: 'ordered', start: at + ordered[0].length, number: Number(ordered[1]) };
  }
  const bullet = /^(?:[*•‣◦▪●+]|[-–])\s+/.exec(opening);
  if (bullet !== null) return { ...line, kind: 'bullet', start: at + bullet[0].length };
  return line;
}

/** Takes the text apart into lines, and lines that lost their breaks into pieces. Blank lines are left out; at most `mostLines`. */
export function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let blankBefore = true;
  let from = 0;
  while (from <= text.length && lines.length < mostLines) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    if (text.slice(from, Math.min(to, from + 200)).trim() === '' && to - from < 200) blankBefore = true;
    else {
      const cuts =
        to - from > flatLength && !/^\s*\|/.test(text.slice(from, from + 20)) ? cutsInside(text, from, to) : [];
      const edges = [from, ...cuts.filter((cut) => cut > from), to];
      for (let index = 0; index + 1 < edges.length && lines.length < mostLines; index += 1) {
        const start = edges[index] ?? from;
        const end = edges[index + 1] ?? to;
        if (text.slice(start, Math.min(end, start + 50)).trim() === '') continue;
        lines.push(readLine(text, start, end, blankBefore || index > 0, index > 0));
      }
      blankBefore = false;
    }
    from = to + 1;
  }
  return lines;
}
