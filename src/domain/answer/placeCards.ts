import type { Line } from './lines.ts';

/** "4.8 (1.2K)": the rating on a place's card, with the number of reviews, as the last words of its first line. */
const rating = /[ \t]+[0-5][.,]\d[ \t]?\(\d[\d.,]{0,9}[KkM]?\)$/;
/** A line that begins with a rating, alone or before the facts of a place. */
const ratingLine = /^[★⭐]?[ \t]?[0-5][.,]\d(?:[ \t]?[★⭐])?(?:$|[ \t]?[(（·])/u;
const maxHeadLength = 160;
const maxNameLength = 70;
const minCards = 2;

/**
 * Finds the lines that open the card of a place, with the offset at which the name ends: "Acme Dental 4.8 (120)" above
 * the kind of place, or its name alone above a line that begins with the rating, if several do. A rating after a name
 * in a sentence or in a list does not open a card.
 */
export function placeCardHeads(text: string, lines: readonly Line[]): Map<Line, number> {
  const heads = new Map<Line, number>();
  const above: Line[] = [];
  for (const [index, line] of lines.entries()) {
    const { kind, start, end, cut, blankBefore } = line;
    if (kind !== 'text' || cut || end - start > maxHeadLength) continue;
    const next = lines[index + 1];
    if (next === undefined || next.kind !== 'text' || next.blankBefore) continue;
    const content = text.slice(start, end);
    const match = rating.exec(content);
    if (match !== null && match.index > 0 && blankBefore) heads.set(line, start + match.index);
    const rated = ratingLine.test(text.slice(next.start, Math.min(next.end, next.start + 12)));
    if (rated && end - start <= maxNameLength && /\p{L}/u.test(content) && !/[.!?:。：]$/.test(content))
      above.push(line);
  }
  if (above.length >= minCards) for (const line of above) heads.set(line, line.end);
  return heads;
}
