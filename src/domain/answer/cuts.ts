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

/** Returns the offsets at which a line that lost its breaks is split again, in order. */
export function cutsInside(text: string, start: number, end: number): number[] {
  const piece = text.slice(start, end);
  const cuts: number[] = [];
  let expected = 1;
  /** End of the last marker: a number or a bold run right after it belongs to it. */
  let joined = -1;
  let inReferences = false;
  for (const match of piece.matchAll(opening)) {
    const at = match.index;
    const { rule, dash, digits, bold, subject, reference, picture, label } = match.groups ?? {};
    if (inReferences && reference === undefined) continue;
    inReferences ||= reference !== undefined;
    if (label !== undefined && !isLabel(label)) continue;
    if (dash !== undefined && !dashStarts(piece, at)) continue;
    // An emoji right after a list mark decorates the item.
    if (picture !== undefined && /(?:^|\s)[-–*•]\s{1,3}$/.test(piece.slice(Math.max(0, at - 6), at))) continue;
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
      cuts.push(start + at);
    }
    const closes = [rule, bold, subject, label].some((cuts) => cuts !== undefined);
    joined = closes ? -1 : at + match[0].length;
  }
  return cuts;
}
