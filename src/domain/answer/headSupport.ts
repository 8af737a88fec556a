import { type Node, rankOf } from './answerOutline.ts';
import type { Place } from './nameRoles.ts';

/** Strength with which a name's position at the start of a line shows that the line is about it. */
export type Support = 'sure' | 'subject' | 'open';

/**
 * Judges a head. It is set apart by a list mark, a heading, bold, a link or a separator after the name. A plain line
 * alone proves nothing: it may be a sentence that begins with the name, a cited site below its sentence, or one of
 * several lines that list names.
 */
export function headSupport(node: Node, isAlone: boolean, text: string): Support {
  const { line, head } = node;
  const isMarked = head.form !== 'plain' || head.bold;
  const separated = (head.colon || head.dash) && head.rest < line.end;
  if (line.kind !== 'text' || isMarked || node.number !== null || line.cut) return 'sure';
  if (separated) return isOneOfSeveral(node) ? 'sure' : 'open';
  if (pictured.test(text.slice(line.start, line.start + 3))) return 'sure';
  return isAlone ? 'open' : 'subject';
}

/**
 * Requires another plain line on its level, or below a similar title, with a separated head, because one alone may be a
 * sentence with a dash.
 */
export function isOneOfSeveral(node: Node): boolean {
  const { parent, rank } = node;
  const near = (one: Node): readonly Node[] =>
    one.parent?.children.slice(Math.max(0, one.at - maxApart), one.at + maxApart + 1) ?? [];
  const titles = parent === null || parent.rank >= rankOf.paragraphItem ? [] : near(parent);
  const alike = titles.filter((title) => title !== parent && title.rank === parent?.rank);
  return [...near(node), ...alike.flatMap(({ children }) => children.slice(0, maxApart))].some(
    (one) => one !== node && one.rank === rank && (one.head.dash || one.head.colon),
  );
}

const maxApart = 8;

/** Returns true for a name that is its whole line. */
export function isWholeLine({ start, end }: Place, { line }: Node, shownText: string): boolean {
  return shownText.slice(line.start, line.end).trim() === shownText.slice(start, end).trim();
}

/** A sign or an emoji at the start of the line: a copied page keeps these if it loses bullets and headings. */
const pictured = /^(?:\p{Extended_Pictographic}|[➤▶►✓✔★☆→●○■□◆◇▪▸])/u;

/**
 * Returns true for a line of its own that cites: a copied page puts the site's name below the sentence that it
 * supports.
 */
export function isChip(place: Place, { line }: Node, shownText: string): boolean {
  if (shownText.slice(line.start, line.end).trim() !== shownText.slice(place.start, place.end).trim()) return false;
  const before = shownText.slice(Math.max(0, line.start - 4), line.start);
  const behind = shownText.slice(line.end, line.end + 6);
  return /[^\n][.!?。”"’»)] ?\n$|[^\n] \n$/.test(before) && /^\s{0,3}\n?(?:\+\d|\.\s|$)|^\s?\n\n/.test(behind);
}
