import { type Link, linksWithin } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { isCommand } from './emptyRecommendation.ts';
import { endsSentence, isCitationLabel, withoutCitations } from './endsSentence.ts';
import { foldName } from './foldName.ts';
import { continuesFromAbove, headSupport, isChip, isWholeLine } from './headSupport.ts';
import { itemWarning } from './itemWarnings.ts';
import { isByMaker } from './joinedNames.ts';
import type { Place, PlacedRole } from './nameRoles.ts';
import { isAdvice, isTitle, joiners } from './phrases.ts';
import { isOpposed, sentenceRole, type Verdict, verdict, type Within } from './sentenceRole.ts';
import { readStructure, type Structure } from './structure.ts';
import { roleInTable } from './tableVerdicts.ts';
import { isAttributeLabel, isCategory, titleKind } from './titles.ts';

/**
 * Decides the role of each place at which a name of the target appears. `names`: the recommended names, as read. Pure;
 * time is linear in the text, times the number of places.
 */
export function readRoles(text: string, places: readonly Place[], names: readonly string[]): PlacedRole[] {
  if (places.length === 0) return [];
  const structure = readStructure(text, names);
  const roles = places.map((place) => ({ ...place, ...inSurvey(decideRole(place, structure), structure) }));
  // A site that the page cites below a sentence appears alone on its line elsewhere too, so no line proves that it is a
  // name.
  if (!roles.some(({ by }) => by === 'chip')) return roles;
  return roles.map((one) => (one.by === 'head' ? { ...one, role: null, by: 'a cited site' } : one));
}

/** Returns the last node whose line starts at or before the offset. */
function nodeAt(nodes: readonly Node[], offset: number): Node | null {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.line.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1] ?? null;
}

/**
 * Adjusts a verdict inside a survey, which explains its names: a place in its list is not a recommendation, and its
 * sentences are not certain.
 */
function inSurvey(one: Verdict, { isSurvey }: Structure): Verdict {
  if (!isSurvey || (one.role !== null && one.role !== 'recommended')) return one;
  const isSentence = one.role === 'recommended' && !listPlaces.test(one.by);
  return isSentence ? (one.firm ? one : verdict(null, one.by)) : verdict('compared', 'in a survey');
}

const listPlaces = /^(?:head|name cell|label)/;

function decideRole(place: Place, structure: Structure): Verdict {
  const { shown, links } = structure;
  if (shown.slice(place.start, place.end).trim() === '') return verdict('markup', 'blank');
  if (place.start >= structure.sourcesFrom) return verdict('source', 'list of sources');
  const link = linksWithin(links, place.start - 4200, place.end + 4200).find(
    (one) => one.start <= place.start && one.end >= place.end,
  );
  if (link !== undefined && isCiting(link, place, structure)) return verdict('source', 'link');
  if (inAddress(place, shown)) return verdict('source', 'address');
  const node = nodeAt(structure.nodes, place.start);
  if (node === null) return verdict('source', 'definition');
  if (place.start > node.line.end) return verdict('source', 'definition');
  if (node.rank === rankOf.row) return roleInTable(place, node, shown, structure.tableNames);
  const title = titleAbove(node, structure);
  if (title !== null) return title;
  return roleInLine(place, node, structure);
}

/** Returns true for an address, or the label of a link that only cites: the name is a source, not the subject. */
function isCiting(link: Link, place: Place, { shown }: Structure): boolean {
  if (place.start >= link.textEnd || link.textStart === link.start) return link.textStart !== link.start || true;
  const label = shown.slice(link.textStart, link.textEnd);
  if (isCitationLabel(label)) return true;
  const before = shown.slice(Math.max(0, link.start - 3), link.start);
  const after = shown.slice(link.end, link.end + 3);
  return /[([（]\s?$/.test(before) && /^\s?[)\],;，）]/.test(after);
}

function inAddress({ start, end }: Place, text: string): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  const run = /\S*$/.exec(before)?.[0] ?? '';
  if (/:\/\/|^www\./i.test(run)) return true;
  return (
    /^[\w.-]*\/[\w-]/.test(text.slice(end, end + 20)) && /\.\w{2,6}\/?/.test(text.slice(start, end + 8)) && run === ''
  );
}

/** Judges by the title above: sections for sources, drawbacks, integrations, and names to avoid. */
function titleAbove(node: Node, structure: Structure): Verdict | null {
  let first = true;
  for (let above = node.parent; above !== null && above.rank > 0; above = above.parent) {
    const title = above.title;
    const named = structure.named.has(foldName(above.span.name));
    if (!named) {
      if (isTitle('source', title) && above.children.length > 0) return verdict(null, `under ${title}`);
      if (isTitle('avoid', title) || (node.line.kind !== 'text' && isTitle('avoidThese', title)))
        return verdict('advised_against', `under ${title}`, true);
      if (first && isTitle('drawback', title)) return verdict('drawback', `under ${title}`);
      if (first && isTitle('integration', title)) return verdict('integration', `under ${title}`);
    }
    first = false;
  }
  return null;
}

/** Text before a name on its line other than its mark, its number and decoration. */
const decorated =
  /[\s*_`~#>|:：.)\]([（「『“"„«'‘’\d•·➤▶►✓✔★☆→│├└─┌-]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\uFE0F\u20E3]/gu;
const closesHead =
  /^[\s*_`)"”»』」'’\]]{0,6}(?:\s?[(（[][^()（）[\]\n]{0,120}[)）\]][*_`:：]{0,3}\s{0,2}){0,3}(?:$|\n|[:：–—|│\t→/]|\s-{1,2}\s|[¹²³⁴⁵⁶⁷⁸⁹⁰]|\[\^?\d)/u;

function roleInLine(place: Place, node: Node, structure: Structure): Verdict {
  const { shown } = structure;
  const { line, head } = node;
  const before = shown.slice(line.start, place.start);
  const after = shown.slice(place.end, line.end);
  if (isChip(place, node, shown)) return verdict('source', 'chip');
  const label = labelBefore(before, structure);
  const stem = label === null ? before : before.slice(label.end);
  const alone = stem.replace(decorated, '') === '' && !inBrackets(stem);
  const opens = alone || (opensEnumeration(stem, structure) && !isCommand(stem.trim()));
  const closes = alone && closesHead.test(restOfName(after));
  const inHead = place.end <= head.end + 3 && head.rest < line.end && (closes || !isPhrase(place, node, shown));
  const bare = shown.slice(line.start, line.end);
  const continues = line.kind === 'text' && head.form === 'plain' && /^\s\p{Ll}{2,}/u.test(restOfName(after));
  const short = bare.length <= 90 && !continues && !/[.!?。！？]["”)*\]_ ]{0,4}$/.test(bare);
  const within = findOwner(node, structure, place);
  const enumerates =
    /^[\s*_`"”)]{0,6}(?:[(（][^()（）\n]{0,80}[)）])?\s?(?:[,、，;.。]|$)/u.test(after) || joinsNext(after, structure);
  if (label !== null && opens && (closes || short || enumerates))
    return behindLabel(label.text, closes, place, node, structure, within);
  if (opens && label === null && (inHead || closes || short)) {
    const polarity = findWarning(place, node, structure);
    if (polarity !== null) return polarity;
    if (!closes && !inHead && within === null && node.line.kind === 'text') {
      const cue = sentenceRole(place, node, structure, within, true);
      if (cue.role !== null && cue.role !== 'recommended') return cue;
    }
    if (within !== null) return insideItem(node, within.node);
    if (continuesFromAbove(node, shown)) return verdict(null, 'a broken line');
    if (!closes && !inHead && /^\p{Ll}+$/u.test(shown.slice(place.start, place.end)))
      return verdict(null, 'lower case');
    const support = headSupport(
      node,
      structure.nodes.indexOf(node),
      closes && isWholeLine(place, node, shown),
      structure,
    );
    if (isOpposed(place, structure)) return verdict('compared', 'set against another');
    if (support === 'sure') return verdict('recommended', 'head');
    if (support === 'chip') return verdict('source', 'chip');
    if (support === 'open') return verdict(null, 'a line of its own');
  }
  if (inHead && within !== null) return verdict(null, 'part of a head in another item');
  const whole = endsSentence(withoutCitations(bare)) || /[。！？]/.test(bare) || /\p{Ll}[.!?]\s+\p{Lu}/u.test(after);
  const role = sentenceRole(place, node, structure, within, short || line.cut || !whole);
  // The words after an item's head describe the item; they do not show whether the answer recommends it.
  if (opens && role.by === 'outside the list') return verdict(null, 'opens its line');
  const isHead = line.kind !== 'text' && (head.colon || head.dash) && place.end <= head.end && head.rest < line.end;
  return isHead && role.role !== 'recommended' && role.role !== 'advised_against' ? verdict(null, 'in a head') : role;
}

/**
 * Returns true for a plain line whose words before a colon continue after the name: a sentence that announces
 * something.
 */
function isPhrase(place: Place, { line, head }: Node, text: string): boolean {
  if (line.kind !== 'text' || head.form !== 'plain' || head.number !== null) return false;
  return /^[^\n]{0,60}?\s\p{Ll}{2,}\s\p{L}/u.test(text.slice(place.end, head.end));
}

/** Checks whether the next word is part of the same enumeration. */
function joinsNext(after: string, { language }: Structure): boolean {
  const next = joiners(language);
  next.lastIndex = 0;
  return next.exec(after.slice(0, 40).replace(/^[*_`"”]+/, ''))?.index === 0;
}

/** Returns true after words and an open bracket: an aside on the name before it. */
function inBrackets(stem: string): boolean {
  const open = Math.max(stem.lastIndexOf('('), stem.lastIndexOf('（'));
  return open >= 0 && /\p{L}/u.test(stem.slice(0, open)) && !/[)）]/.test(stem.slice(open));
}

function findWarning(place: Place, node: Node, { shown, language }: Structure): Verdict | null {
  const warning = itemWarning(place, node, shown, language);
  return warning === null ? null : verdict('advised_against', warning, true);
}

/** Returns the label right before the name or its enumeration: "Best for teams:" or "**Options:**". */
function labelBefore(before: string, structure: Structure): { text: string; end: number } | null {
  const match = /^[^\p{L}\p{N}]{0,16}([\p{L}\p{N}][^:：\n]{1,70})[:：](?=[\s*_`"“「[（]|\p{Lo}|$)/u.exec(before);
  if (match?.[1] === undefined || /[.!?]\s/.test(match[1])) return null;
  const stem = before.slice(match[0].length);
  return opensEnumeration(stem, structure) ? { text: match[1], end: match[0].length } : null;
}

/** A capitalised and a lower-case word before a name form a clause, not a name of an enumeration. */
const relates = /^\P{L}*\p{Lu}\p{Ll}+\s\p{Ll}+(?:\s|$)/u;

/** Returns true if only other names of the same enumeration come before, or nothing. */
function opensEnumeration(stem: string, { language }: Structure): boolean {
  if (stem.replace(decorated, '') === '') return true;
  if (stem.length > 200) return false;
  if (inBrackets(stem)) return false;
  const bare = stem.replace(/[*_`"“”「」]|\[|\]\([^()\s]*\)/g, '').replace(/[(（][^()（）]{0,80}[)）]/g, ' ');
  const pieces = bare.split(joiners(language));
  const last = pieces.pop() ?? '';
  if (last.replace(decorated, '') !== '' || pieces.length === 0) return false;
  return pieces.every((piece) => {
    const words = piece.trim().split(/\s+/);
    return (
      !isByMaker(piece) &&
      words.length <= 5 &&
      !relates.test(piece) &&
      piece.trim().length <= 40 &&
      (!/^\p{Ll}/u.test(piece.trim()) || words.length === 1)
    );
  });
}

/** "Option A", "Variante 2": a label that numbers the compared things. */
const lettered = /^[^\p{L}\p{N}]{0,6}\p{L}{2,14}\s?(?:[A-H]|\d{1,2}|[IV]{1,3})\s?$/u;

function behindLabel(
  label: string,
  closes: boolean,
  place: Place,
  node: Node,
  structure: Structure,
  within: Within | null,
): Verdict {
  const polarity = findWarning(place, node, structure);
  if (polarity !== null) return polarity;
  if (isTitle('avoid', label)) return verdict('advised_against', `label ${label}`, true);
  if (isTitle('source', label)) return verdict('source', `label ${label}`);
  if (isTitle('integration', label)) return verdict('integration', `label ${label}`);
  if (isTitle('drawback', label)) return verdict('drawback', `label ${label}`);
  if (isNamedLabel(label, structure))
    return closes ? verdict(null, 'behind another name') : sentenceRole(place, node, structure, { node }, true);
  if (structure.levels.labels.has(node)) return verdict('recommended', `label ${label}`);
  if (within !== null) return verdict(null, `label in an item: ${label}`);
  if (isTitle('optionLabel', label) || isCategory(label) || isAdvice(label, structure.language))
    return verdict('recommended', `label ${label}`);
  const isPick = closes && !lettered.test(label) && !isAttributeLabel(label) && !/\p{Ll}\p{Lu}|\d/u.test(label);
  return verdict(isPick ? 'recommended' : null, `label ${label}`);
}

/** Returns the rest of a longer name, for example of "Acme" in "Acme Pro Max – …". */
function restOfName(after: string): string {
  return after.replace(/^(?:[’']s)?(?:[ -](?:[\p{Lu}\d][\p{L}\p{N}.+&’'-]*|of|for|by|de|\d+)){0,6}/u, '');
}

/** Finds the nearest item or title above that names another brand. */
function findOwner(node: Node, structure: Structure, place: Place): Within | null {
  const own = node.rank < rankOf.row && place.start >= node.head.end ? node : node.parent;
  for (let above: Node | null = own; above !== null && above.rank > 0; above = above.parent) {
    if (structure.levels.labels.has(above)) continue;
    if (!structure.levels.categories.has(above) && isNamed(above.span.name, structure) && above.rank < rankOf.row)
      return { node: above };
  }
  return null;
}

function isNamed(span: string, { named }: Structure): boolean {
  const name = foldName(span);
  if (name === '') return false;
  if (named.has(name)) return true;
  for (const listed of named)
    if (listed !== '' && (name.startsWith(`${listed} `) || listed.startsWith(`${name} `))) return true;
  return false;
}

function isNamedLabel(label: string, structure: Structure): boolean {
  return structure.named.has(foldName(label));
}

/** Judges the head of an item below another brand's: a detail of it, unless its neighbours could be names as well. */
function insideItem(node: Node, owner: Node): Verdict {
  if (titleKind(node.span.name) === 'picks') return verdict('recommended', 'picks inside item');
  if (node.parent !== owner && node.parent !== null && isAttributeLabel(node.parent.span.name))
    return verdict('compared', 'detail of another item');
  return verdict(null, `head inside ${owner.span.name}`);
}
