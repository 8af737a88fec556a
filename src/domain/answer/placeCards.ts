import type { Line } from './lines.ts';

/** "4.8 (1.2K)": the rating on a place's card, with the number of reviews, as the last words of its first line. */
const rating = /[ \t]+[0-5][.,]\d[ \t]?\(\d[\d.,]{0,9}[KkM]?\)$/;
const maxHeadLength = 160;

/**
 * Lines that open the card of a place, "Acme Dental 4.8 (120)" above what the place is and whether it is open, with the
 * offset at which the name ends. A rating after a name in a sentence or in a list does not open a card.
 */
export function placeCardHeads(text: string, lines: readonly Line[]): Map<Line, number> {
  const heads = new Map<Line, number>();
  for (const [index, line] of lines.entries()) {
    const { kind, start, end, cut, blankBefore } = line;
    if (kind !== 'text' || cut || !blankBefore || end - start > maxHeadLength) continue;
    const next = lines[index + 1];
    if (next === undefined || next.kind !== 'text' || next.blankBefore) continue;
    const match = rating.exec(text.slice(start, end));
    if (match !== null && match.index > 0) heads.set(line, start + match.index);
  }
  return heads;
}
