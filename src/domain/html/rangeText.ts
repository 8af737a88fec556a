import { flag, type Range, separator, type Walk } from './walk.ts';

/**
 * Maximum characters of text kept of a page, about 70 000 English words, so that forty pages of any length fit into
 * memory. Words and shares are counted over the whole page.
 */
export const maxTextLength = 400_000;

/**
 * Returns the text of a range without segments that have any of the unwanted flags, one line per block. It ends with
 * the segment that reaches `maxTextLength`.
 */
export function textOfRange(walked: Walk, range: Range, unwanted: number): string {
  const parts: string[] = [];
  let lineStart = true;
  let length = 0;
  for (let at = range.from; at < range.to && length < maxTextLength; at += 1) {
    const segment = walked.segments[at];
    if (segment === undefined || (segment.flags & unwanted) !== 0) continue;
    if (lineStart && (segment === separator || segment.text === ' ')) continue;
    parts.push(segment.text);
    length += segment.text.length;
    lineStart = segment === separator;
  }
  return parts.join('').slice(0, maxTextLength).trim();
}

/** Returns true if that text has a word. */
export function hasWordsIn(walked: Walk, range: Range, unwanted: number): boolean {
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment !== undefined && (segment.flags & unwanted) === 0 && segment.words > 0) return true;
  }
  return false;
}

/** Counts the characters of that text without white space between blocks, which is cheaper than building it. */
export function lengthOfRange(walked: Walk, range: Range, unwanted: number): number {
  let length = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment !== undefined && segment !== separator && (segment.flags & unwanted) === 0)
      length += segment.text.length;
  }
  return length;
}

export type RangeText = {
  text: string;
  words: number;
  /** Characters without white space between blocks, and how many of them have each flag. */
  chars: number;
  linkChars: number;
  noSnippetChars: number;
  /** First and last non-blank segment, and the number of segments between them. */
  first: number;
  last: number;
  segments: number;
};

/**
 * Reads text and measures of a range without segments that have any of the unwanted flags. A word that continues in the
 * next segment, as in `<b>O</b>nce`, counts as one.
 * @param wider result for an enclosing range with fewer unwanted flags: equal texts are then built and stored once
 */
export function readRange(walked: Walk, range: Range, unwanted: number, wider: RangeText | null): RangeText {
  const out = {
    ...{ text: '', words: 0, chars: 0, linkChars: 0, noSnippetChars: 0 },
    ...{ first: -1, last: -1, segments: 0 },
  };
  let open = false;
  let seenCount = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment === undefined || (segment.flags & unwanted) !== 0 || segment.text === '') continue;
    const { flags, words, starts, ends } = segment;
    out.words += words - (starts && open ? 1 : 0);
    open = ends;
    if (segment === separator) continue;
    const { length } = segment.text;
    out.chars += length;
    if ((flags & flag.link) !== 0) out.linkChars += length;
    if ((flags & flag.noSnippet) !== 0) out.noSnippetChars += length;
    if (segment.text !== ' ') {
      if (out.first < 0) out.first = at;
      out.last = at;
    }
    if (out.first >= 0) seenCount += 1;
    if (out.last === at) out.segments = seenCount;
  }
  const isSame = wider?.first === out.first && wider.last === out.last && wider.segments === out.segments;
  if (out.first < 0) return out;
  out.text = isSame ? wider.text : textOfRange(walked, { from: out.first, to: out.last + 1 }, unwanted);
  return out;
}
