import type { Annotation } from './frozenAnswer.ts';

/** U+E200 opens a provider's citation mark, U+E202 separates its fields, U+E201 closes it. */
const opening = 0xe200;
const closing = 0xe201;
const parting = 0xe202;
/** Maximum length of a mark in code units; if it is not closed by then, only the opening character is removed. */
const maxMarkLength = 400;

export type PlacedAnnotation = {
  url: string;
  title: string | null;
  startIndex: number | null;
  endIndex: number | null;
};

export type TextWithoutMarks = { text: string; annotations: readonly PlacedAnnotation[]; badOffsets: number };

type Cut = { start: number; end: number };

function findCuts(text: string): Cut[] {
  const cuts: Cut[] = [];
  if (!/[\uE200-\uE202]/.test(text)) return cuts;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < opening || code > parting) {
      at += 1;
      continue;
    }
    const end = code === opening ? endOfMark(text, at) : at + 1;
    cuts.push({ start: at, end });
    at = end;
  }
  return cuts;
}

function endOfMark(text: string, start: number): number {
  const limit = Math.min(text.length, start + maxMarkLength);
  for (let at = start + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === closing) return at + 1;
    if (code === opening || code === 0x0a) return start + 1;
  }
  return start + 1;
}

/** Moves an offset of the original text to its position after the cuts; inside a cut it moves to the cut's position. */
function moved(offset: number, cuts: readonly Cut[], removedBefore: readonly number[]): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const last = cuts[low - 1];
  if (last === undefined) return offset;
  return offset - (removedBefore[low - 1] ?? 0) - (Math.min(offset, last.end) - last.start);
}

/**
 * Removes the provider's private citation marks with the code between them, and moves every annotation to its new
 * position (check K10). Offsets are UTF-16 code units. An annotation whose offsets are outside the original text keeps
 * its link and loses its position.
 */
export function removeCitationMarks(text: string, annotations: readonly Annotation[]): TextWithoutMarks {
  const cuts = findCuts(text);
  const removedBefore: number[] = [];
  const pieces: string[] = [];
  let removed = 0;
  let from = 0;
  for (const cut of cuts) {
    removedBefore.push(removed);
    removed += cut.end - cut.start;
    pieces.push(text.slice(from, cut.start));
    from = cut.end;
  }
  pieces.push(text.slice(from));
  let badOffsets = 0;
  const placed = annotations.map((annotation): PlacedAnnotation => {
    const { url, title, startIndex, endIndex } = annotation;
    const whole = Number.isInteger(startIndex) && Number.isInteger(endIndex);
    if (!whole || startIndex < 0 || endIndex < startIndex || endIndex > text.length) {
      badOffsets += 1;
      return { url, title, startIndex: null, endIndex: null };
    }
    return {
      url,
      title,
      startIndex: moved(startIndex, cuts, removedBefore),
      endIndex: moved(endIndex, cuts, removedBefore),
    };
  });
  return { text: pieces.join(''), annotations: placed, badOffsets };
}
