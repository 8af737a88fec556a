import { cutsInside, isWholeRow } from './cuts.ts';
import { cellEnd } from './tableCells.ts';

type LineKind = 'heading' | 'ordered' | 'bullet' | 'row' | 'rule' | 'definition' | 'text';

/** One line of the answer, or a piece of a line in which line breaks were lost. Offsets are UTF-16 code units. */
export type Line = {
  kind: LineKind;
  /** The content without its marker and surrounding white space. */
  start: number;
  end: number;
  /** Heading level 1-6, or the indent of a list item in columns. */
  depth: number;
  /** The written number of an ordered item, also when it appears in a heading or in bold. */
  number: number | null;
  /** A blank line, or the start of the text, appears before it. */
  blankBefore: boolean;
  /** True if the break before it was restored: the text had lost it. */
  cut: boolean;
};

/** A line longer than this with inner markers has lost its line breaks. */
const flatLength = 60;
/** Real answers have fewer lines; a hostile text is not read beyond this. */
export const maxLines = 2000;

const ruleLine = /^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/;
/** Definition of a link, or of a footnote that is one. */
const definition = /^ {0,3}(?:\[[^\]\n]{1,80}\]:\s|[¹²³⁴-⁹⁰]{1,3}\s?\(https?:)/;

function isTableRow(text: string, start: number, end: number): boolean {
  const line = text.slice(start, end);
  return line.includes(cellEnd) || (/^\s*\|/.test(line.slice(0, 20)) && isWholeRow(line));
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
  if (opening.startsWith('|') || text.slice(at, last).includes(cellEnd)) return { ...line, kind: 'row' };
  const heading = /^(#{1,6})\s+/.exec(opening);
  if (heading?.[1] !== undefined) {
    return { ...line, kind: 'heading', start: at + heading[0].length, depth: heading[1].length };
  }
  const ordered = /^(\d{1,3})(?:[.)]\s+|[．、]\s*)/.exec(opening);
  if (ordered?.[1] !== undefined) {
    return { ...line, kind: 'ordered', start: at + ordered[0].length, number: Number(ordered[1]) };
  }
  const counted = /^([一二三四五六七八九十])[、．]\s*/.exec(opening);
  if (counted?.[1] !== undefined) {
    const number = '一二三四五六七八九十'.indexOf(counted[1]) + 1;
    return { ...line, kind: 'ordered', start: at + counted[0].length, number };
  }
  if (/^\*\*[•●▪]\s/.test(opening)) return { ...line, kind: 'bullet' };
  const bullet = /^(?:(?:[*•‣◦▪●+]|[-–])\s+|[・･]\s*)/.exec(opening);
  if (bullet !== null) return { ...line, kind: 'bullet', start: at + bullet[0].length };
  return line;
}

/** Scripts without spaces need a third of the letters. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{3}/u;

/** Two numbers of a list. */
const numbers = /1[.)、]\s?\S[^\n]{2,60}2[.)、]\s?\S/;

function isFlat(text: string, from: number, to: number): boolean {
  if (to - from > flatLength) return true;
  const line = text.slice(from, to);
  return to - from > flatLength / 3 && dense.test(line) && numbers.test(line);
}

/**
 * Splits the text into lines, and lines that lost their breaks into pieces. Blank lines are left out; at most
 * `maxLines`.
 */
export function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let blankBefore = true;
  let from = 0;
  while (from <= text.length && lines.length < maxLines) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline;
    if (text.slice(from, Math.min(to, from + 200)).trim() === '' && to - from < 200) blankBefore = true;
    else {
      const cuts = isFlat(text, from, to) && !isTableRow(text, from, to) ? cutsInside(text, from, to) : [];
      const opening = from + (/^\s*/.exec(text.slice(from, Math.min(to, from + 200)))?.[0].length ?? 0);
      const edges = [from, ...cuts.filter((cut) => cut > opening), to];
      for (let index = 0; index + 1 < edges.length && lines.length < maxLines; index += 1) {
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
