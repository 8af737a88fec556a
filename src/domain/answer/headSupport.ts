import { type Node, rankOf } from './answerOutline.ts';
import { endsSentence, withoutCitations } from './endsSentence.ts';
import type { Line } from './lines.ts';
import type { Place } from './nameRoles.ts';
import { isCardLine } from './placeCards.ts';

/** Lines around a head. */
type Around = { shown: string; nodes: readonly Node[] };

const shortLine = 90;

/** Strength with which a name's position at the start of a line shows that the line is about it. */
export type Support = 'sure' | 'chip' | 'subject' | 'open';

/**
 * Judges a head. It is set apart by a list mark, a heading, bold, a link or a separator after the name. A plain line
 * alone proves nothing: it may be a sentence that begins with the name, a cited site below its sentence, or one of
 * several lines that list names.
 */
export function headSupport(node: Node, at: number, isAlone: boolean, around: Around): Support {
  const { line, head } = node;
  const isMarked = head.form !== 'plain' || head.bold;
  const separated = (head.colon || head.dash) && head.rest < line.end;
  if (line.kind !== 'text' || isMarked || node.number !== null || line.cut) return 'sure';
  if (separated) return isOneOfSeveral(node) ? 'sure' : 'open';
  if (pictured.test(around.shown.slice(line.start, line.start + 3))) return 'sure';
  const before = around.nodes[at - 1];
  const behind = around.nodes[at + 1];
  if (isAlone) {
    if (isChipLine(node, around.shown)) return 'chip';
    return 'open';
  }
  return isBareLine(before, around) || isBareLine(behind, around) ? 'open' : 'subject';
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

function formatLine({ line }: Node, { shown }: Around): string {
  return withoutCitations(shown.slice(line.start, line.end));
}

/** Returns true for a line of a list that lost its marks: short, and not a sentence. */
function isBareLine(node: Node | undefined, around: Around): boolean {
  if (node === undefined || node.line.kind !== 'text') return false;
  const { line } = node;
  return (
    line.end - line.start <= shortLine &&
    !endsSentence(formatLine(node, around)) &&
    !/[:：]$/.test(formatLine(node, around))
  );
}

const counted = /\n(?:\+\d{1,2}|\.)[ ]?(?:\n|$)/;

/**
 * Returns true for a plain line right below another one in a copied page whose cited sites appear on lines of their own
 * below their sentences: "+2" alone on a line shows it. A line between a cited site and a sentence opens the next
 * statement.
 */
export function isChipLine({ line, head }: Node, text: string): boolean {
  if (line.kind !== 'text' || line.blankBefore || head.form !== 'plain' || head.colon || head.dash) return false;
  if (line.end - line.start >= 50 || !holdsChips(text)) return false;
  return !opensSection(line, text) && !isCardLine(lineBelow(line, text));
}

/** A copied page shows how many further sites it cites. */
export function holdsChips(text: string): boolean {
  return counted.test(text);
}

/** Below a cited site, or the number of further ones, and above a sentence. */
export function opensSection({ start, end }: Line, text: string): boolean {
  const above =
    text
      .slice(Math.max(0, start - maxLine), start)
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  return !isProse(above) && isProse(lineBelow({ end }, text));
}

function lineBelow({ end }: Pick<Line, 'end'>, text: string): string {
  const behind = text.slice(end, end + maxLine).trimStart();
  return behind.split('\n', 1)[0] ?? '';
}

const maxLine = 2000;

function isProse(line: string): boolean {
  return endsSentence(withoutCitations(line)) || line.split(' ').length > 8;
}

/** Returns true for a name that is its whole line. */
export function isWholeLine({ start, end }: Place, { line }: Node, shownText: string): boolean {
  return shownText.slice(line.start, line.end).trim() === shownText.slice(start, end).trim();
}

/** A sign or an emoji at the start of the line: a copied page keeps these if it loses bullets and headings. */
const pictured = /^(?:\p{Extended_Pictographic}|[➤▶►✓✔★☆→●○■□◆◇▪▸])/u;

/** Returns true if the line above breaks off inside a sentence. */
export function continuesFromAbove({ line }: Node, text: string): boolean {
  if (line.kind !== 'text' || line.blankBefore || line.cut) return false;
  const before = text.slice(Math.max(0, line.start - 160), line.start).replace(/[ \t]+$/, '');
  const above = before.slice(0, -1).split('\n').at(-1) ?? '';
  return above.trim().split(/\s+/).length > 5 && !/[.!?:。！？：)）"”*|]\s{0,2}$/.test(above);
}

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
