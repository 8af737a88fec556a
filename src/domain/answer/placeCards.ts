import type { Line } from './lines.ts';

/** "4.8 (1.2K)": the rating on a place's card, with the number of reviews, as the last words of its first line. */
const rating = /[ \t]+[0-5][.,]\d[ \t]?\(\d[\d.,]{0,9}[KkM]?\)$/;
/** A line that begins with a rating, alone or before the facts of a place. */
const ratingLine = /^[★⭐]?[ \t]?[0-5][.,]\d(?:[ \t]?[★⭐])?(?:$|[ \t]?[(（·])/u;
/** A line that is only a price, with its currency on either side. */
const priceLine =
  /^(?:\p{L}{2,9} )?(?:(?:US|A|C)?[$€£¥₹₩₺]\s?\d[\d.,'\s]*|\d[\d.,'\s]*(?:[$€£¥₹₩₺円元원]|zł|kr\.?|Kč|TL|Ft|lei|CHF|EUR|USD|GBP))$/u;
/** Facts of a place in a row, one of them its rating or its hours: "Open · Closes 21:00 · 4.8". */
const factsLine =
  /^[^·.!?]{2,30} · (?:[^·!?]{1,40} · )?(?:[^·!?]{0,20}\d{1,2}:\d\d|[0-5][.,]\d(?: \(\d[\d.,]*\))?)(?: ·|$)/u;

/** Returns true for a line of a card below its name: a rating, a price or a row of facts. */
export function isCardLine(line: string): boolean {
  return line.length <= 100 && [ratingLine, priceLine, factsLine].some((facts) => facts.test(line));
}

const maxHeadLength = 160;
const maxNameLength = 70;
const minCards = 2;

/**
 * Finds the lines that open the card of a place, with the offset at which the name ends: "Acme Dental 4.8 (120)" above
 * the kind of place, or its name alone above a line that is a rating, a price or a row of facts, if several do. A rating after a name
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
    const isName = end - start <= maxNameLength && /\p{L}/u.test(content) && !/[.!?:。：]$/.test(content);
    if (isName && !isCardLine(content) && isCardLine(text.slice(next.start, next.end))) above.push(line);
  }
  if (above.length >= minCards) for (const line of above) heads.set(line, line.end);
  return heads;
}
