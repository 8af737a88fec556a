import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import type { ItemContext } from './itemNames.ts';
import { isAttribute, isSection } from './itemNames.ts';
import { nameLikeness } from './names.ts';
import { isPluralKind, titleKind } from './titles.ts';

/** Titles whose every item is set apart like a name, none of them a property of the title: sections, numbered or not. */
function holdOnlyNames(titles: readonly Node[], state: ItemContext): boolean {
  const holding = titles.filter((title) =>
    title.children.some((child) => child.rank >= rankOf.list && child.rank < rankOf.row),
  );
  const main = holding.filter((title) => !['advice', 'summary'].includes(titleKind(title.title)));
  const items = main.flatMap((title) =>
    title.children.filter((child) => child.rank >= rankOf.list && child.rank < rankOf.row),
  );
  if (main.length < 2 || items.length < 3) return false;
  return items.every(
    (item) => item.head.bold && item.head.colon && !isAttribute(item, state) && nameLikeness(item.span.name) >= 0.75,
  );
}

/**
 * Titles that each name a kind in the plural, above labelled lines of which every one looks like a name and none comes
 * twice. What only describes the title is a property, or comes again below the next one.
 */
function sortNamesByKind(titles: readonly Node[], state: ItemContext): boolean {
  const itemsOf = (title: Node): Node[] =>
    title.children.filter((child) => child.rank >= rankOf.paragraphItem && child.rank < rankOf.row);
  const main = titles.filter(
    (title) => itemsOf(title).length > 0 && !['advice', 'avoid', 'summary'].includes(titleKind(title.title)),
  );
  const items = main.flatMap(itemsOf);
  if (main.length < 2 || items.length < 3) return false;
  if (!main.every(({ title }) => isPluralKind(title))) return false;
  if (new Set(items.map(({ span }) => span.name.toLowerCase())).size < items.length) return false;
  return items.every((item) => item.head.colon && !isAttribute(item, state) && nameLikeness(item.span.name) >= 0.75);
}

/** Ranks at which titles sort names: their siblings without any are no names either. Beside numbered names, all others. */
export function sectionRanks(titles: readonly Node[], state: ItemContext): Map<number, 'all' | 'bare'> {
  const placements = new Map<number, 'all' | 'bare'>();
  for (const rank of new Set(titles.map((title) => title.rank))) {
    const own = titles.filter((title) => title.rank === rank);
    if (holdOnlyNames(own, state) || sortNamesByKind(own, state)) {
      placements.set(rank, 'all');
      continue;
    }
    const bare = own.filter((title) => title.number === null);
    if (bare.length === 0) continue;
    const sections = bare.filter((title) => isSection(title, state)).length;
    const numbered = own.length - bare.length;
    if ((sections > 1 && sections * 2 >= bare.length) || (numbered > 2 && numbered > bare.length))
      placements.set(rank, 'bare');
  }
  return placements;
}
