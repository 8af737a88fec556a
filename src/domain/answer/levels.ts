import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import { foldName } from './foldName.ts';
import { type ItemContext, isAttribute, opensBold } from './itemNames.ts';
import { enumeratedNames } from './joinedNames.ts';
import { cleanName, hasProperMark, type NameSpan, nameLikeness } from './names.ts';
import { isTitle } from './phrases.ts';
import { isPluralKind, titleKind } from './titles.ts';
import { hasCaselessLetters } from './titleWords.ts';
import { shareOfUnknownWords, type WordsOfText } from './topics.ts';

export type Levels = {
  /** Nodes that group names and are not names themselves. */
  categories: ReadonlySet<Node>;
  /** Nodes without names, on a level that mostly groups names: topics and steps. */
  beside: ReadonlySet<Node>;
  /** Labels of a role or a need, with the name after the colon ("Database: Acme"). */
  labels: ReadonlySet<Node>;
};

/** Children of one parent that have one rank, as a list appears in a text. */
type Level = readonly Node[];

/**
 * Finds nodes that group names and are not names themselves, by structure: below them are labels that differ from item
 * to item and look more like names than they do. A level whose children's labels repeat ("Pros", "Price"), or that has
 * prose below, contains names.
 */
export function findLevels(root: Node, context: ItemContext, words: () => WordsOfText): Levels {
  const categories = new Set<Node>();
  const beside = new Set<Node>();
  const caseless = hasCaselessLetters(context.text.slice(0, 2000));
  const likeness = new Map<Node, number>();
  const properness = (node: Node): number => {
    const cached = likeness.get(node);
    if (cached !== undefined) return cached;
    const fresh = judgeProperness(node, context, words, caseless);
    likeness.set(node, fresh);
    return fresh;
  };
  const queue: Node[] = [root];
  const levels: Level[] = [];
  const leafLevels: Level[] = [];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const byRank = Map.groupBy(
      node.children.filter((child) => child.rank < rankOf.row),
      ({ rank }) => rank,
    );
    for (const level of byRank.values()) {
      if (level.some((one) => one.children.length > 0)) levels.push(level);
      else leafLevels.push(level);
    }
    queue.push(...node.children);
  }
  // The deepest first: nodes inside a category of names are not names of its own level.
  for (const level of levels.reverse()) {
    judgeLevel(level, context.text, properness, categories);
    const sorting = level.filter(
      (node) => categories.has(node) || (properness(node) < 0.8 && holdsExplained(node, context)),
    ).length;
    const holding = level.filter((node) => node.children.length > 0).length;
    if (sorting * 2 < holding || sorting === 0) continue;
    for (const node of level) if (!categories.has(node) && properness(node) < 0.8) beside.add(node);
  }
  const labels = new Set(levels.concat([...leafLevels]).flatMap((level) => labelsOfRoles(level, context)));
  return { categories, beside, labels };
}

const maxValue = 110;

/** Returns the first words after a label's colon, up to a bracket, a separator or a lower-case word. */
function valueBehind({ head, line }: Node, text: string): string {
  const behind = text.slice(head.rest, Math.min(line.end, head.rest + 120)).replace(/^[\s*_`"“„«[]+/, '');
  return /^[\p{L}\p{N}][\p{L}\p{N}.+#-]*(?: [\p{Lu}\d][\p{L}\p{N}.+#-]*){0,4}/u.exec(behind)?.[0] ?? '';
}

/**
 * Returns labels of one level that say what each name is for: none has the spelling of a name, the values after them do,
 * and no label is repeated below another item.
 */
function labelsOfRoles(level: Level, context: ItemContext): Node[] {
  const { text, repeated } = context;
  const labelled = level.filter(
    ({ head, line, span, number }) =>
      head.colon &&
      number === null &&
      head.form !== 'link' &&
      head.rest < line.end &&
      line.end - head.rest <= maxValue &&
      !hasProperMark(span.name),
  );
  if (labelled.length < 2 || labelled.length * 2 < level.length) return [];
  if (labelled.some((node) => isAttribute(node, context) || repeated.has(foldName(node.span.name)))) return [];
  const named = labelled.filter((node) => {
    const value = valueBehind(node, text);
    return hasProperMark(value) || (/^\p{Lu}/u.test(value) && recursAs(value, text));
  });
  return named.length * 2 > labelled.length ? labelled : [];
}

function recursAs(name: string, text: string): boolean {
  const first = text.indexOf(name);
  return text.indexOf(name, first + name.length) >= 0;
}

function judgeLevel(level: Level, text: string, properness: (node: Node) => number, categories: Set<Node>): void {
  const holders = level.map((node) => ({
    node,
    own: properness(node) - titleLoss(node),
    ...inside(node, text, properness, categories),
  }));
  const holding = holders.filter(({ entities }) => entities > 0);
  if (holding.length === 0) return;
  const withLabels = holders.filter(({ labels }) => labels > 0);
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / Math.max(1, of.length);
  const own = mean(holding.map((one) => one.own));
  const below = mean(holding.map((one) => one.below));
  const most = holding.length * 2 >= withLabels.length;
  const apart = labelsDiffer(holding.map(({ node }) => node)) ? 0.1 : 0;
  for (const one of holding) {
    const title = apart > 0 && !recurs(one.node, text) ? apart : 0;
    const sorted = one.below + title > one.own + 0.05 || (most && below + title > own + 0.05);
    if ((one.sorts && one.own < 0.9) || (sorted && one.entities * 2 > one.labels)) categories.add(one.node);
  }
}

/** Returns true for different labels below two or more unnumbered titles: things, not their properties. */
function labelsDiffer(level: Level): boolean {
  const labels = level.flatMap(({ children }) =>
    children
      .filter(({ head, rank }) => rank < rankOf.row && head.form !== 'plain')
      .map(({ span }) => foldName(span.name)),
  );
  if (level.length < 2 || level.some(({ number, rank }) => number !== null || rank > rankOf.boldLine)) return false;
  return labels.length > 1 && new Set(labels).size === labels.length;
}

/** Returns true if the words appear again in the text, as names do and titles do not. */
function recurs({ span }: Node, text: string): boolean {
  const first = text.indexOf(span.name);
  return span.name !== '' && text.indexOf(span.name, first + span.name.length) >= 0;
}

/** Returns true for at least two bold items with their own explanations below a title, none of them a property. */
function holdsExplained(node: Node, context: ItemContext): boolean {
  const items = node.children.filter(({ head, rank }) => rank < rankOf.row && head.form !== 'plain' && head.dash);
  return node.rank < rankOf.paragraphItem && items.length > 1 && !items.some((item) => isAttribute(item, context));
}

/**
 * Returns how much likeness a line loses if it only announces the lines below it, by its colon or because numbers or
 * bold heads follow: such a line is rarely a name.
 */
function titleLoss({ head, line, rank, number, children }: Node): number {
  const onlyAnnounces = head.colon && head.form === 'plain' && head.rest >= line.end && children.length > 1;
  if (number !== null) return onlyAnnounces ? 0.3 : 0;
  if (head.form === 'link' || rank >= rankOf.paragraphItem) return 0;
  const marked = children.filter((child) => child.number !== null || child.head.form !== 'plain');
  const announces = head.colon && head.form === 'plain' ? 0.2 : 0;
  return announces + (marked.length > 1 && marked.every(({ head }) => !head.colon) ? 0.25 : 0);
}

type Inside = {
  /** Labels of the items right below. */
  labels: number;
  /** Those of them that are neither properties nor topics. */
  entities: number;
  /** True if one of them groups names itself. */
  sorts: boolean;
  /** Mean likeness of these to names. */
  below: number;
};

function inside(node: Node, text: string, properness: (node: Node) => number, categories: ReadonlySet<Node>): Inside {
  const items = node.children.filter((child) => child.rank < rankOf.row && child.span.name !== '');
  const rows = node.children.filter((child) => child.rank === rankOf.row);
  const sorting = items.filter(
    (child) =>
      namesOfOptions(child, text).length > 1 ||
      (child.head.colon && child.head.form === 'bold' && child.number === null && opensBold(child, { text })) ||
      (categories.has(child) && !['summary', 'advice'].includes(titleKind(child.title))),
  );
  const named = items.filter(
    (child) => !categories.has(child) && properness(child) >= 0.5 && isSetApart(child) && !startsLike(child, node),
  );
  const values = named.map(properness);
  const entities = named.length + sorting.length;
  // A note below the list is not about any single item.
  const listed = named[0] === undefined ? items : items.filter(({ rank }) => rank >= (named[0]?.rank ?? 0));
  return {
    labels: listed.length + (rows.length > 2 ? 1 : 0),
    entities,
    sorts: sorting.length > 0,
    below: sorting.length > 0 ? 0.75 : values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length),
  };
}

/** Returns the names that a label of options lists on its line: "Options: Acme, Bolt and Cargo". */
export function namesOfOptions({ head, line, span, rank }: Node, text: string): NameSpan[] {
  if (!head.colon || rank >= rankOf.row || head.rest >= line.end || line.end - head.rest > 300) return [];
  return isTitle('optionLabel', span.name) ? enumeratedNames(text, head.rest, line.end) : [];
}

const properRun = /(?<![\p{L}\p{N}._\\-])\p{Lu}[\p{L}\p{N}.+#-]*(?: [\p{Lu}\d][\p{L}\p{N}.+#-]*){0,4}/gu;

/** Returns the names in the sentence after a label of a role: "Frontend: Acme with Bolt CSS or Cargo". */
export function namesOfRole(node: Node, text: string): NameSpan[] {
  const { head, line } = node;
  if (opensBold(node, { text })) return [];
  const sentence = /^[^\n]*?[.!?](?=\s|$)/.exec(text.slice(head.rest, line.end))?.[0].slice(0, -1);
  const value = (sentence ?? text.slice(head.rest, line.end)).replace(/[(（][^()（）]*[)）]?/g, (aside) =>
    ','.repeat(aside.length),
  );
  return [...value.matchAll(properRun)]
    .filter(({ 0: run, index }) => {
      const isAlone = /^\s*(?:[,/&+]|$)/.test(value.slice(index + run.length));
      return (hasProperMark(run) && run.length > 2) || (index === 0 ? isAlone : recursAs(run, text));
    })
    .map(({ 0: run, index }) => cleanName(text, head.rest + index, head.rest + index + run.length));
}

/** Returns true for an item whose head is set apart from its text, or that has no other text. */
function isSetApart({ head, line, span }: Node): boolean {
  if (head.form !== 'plain' || head.colon || head.dash || head.number !== null) return true;
  return line.end - line.start <= 70 && span.name.split(' ').length <= 7;
}

/** "Acme Pad" below "Acme": a model of the brand above, or its name again. */
function startsLike(child: Node, node: Node): boolean {
  const [own, above] = [foldName(child.span.name), foldName(node.span.name)];
  return above !== '' && (own === above || own.startsWith(`${above} `));
}

/**
 * Rates how far a head is the name of one thing: 0 for a property, a topic or a sentence, 1 for a link or the spelling of
 * a name.
 */
function judgeProperness(node: Node, context: ItemContext, words: () => WordsOfText, caseless: boolean): number {
  const { span, head } = node;
  const { name } = span;
  if (name === '' || isAttribute(node, context)) return 0;
  const kind = titleKind(name);
  const marked = hasProperMark(name);
  if (kind !== 'other' && !marked) return 0.1;
  if (nameLikeness(name) < 0.5) return 0.1;
  if (head.form === 'link') return 1;
  if (/\p{Ll}\p{Lu}|\p{L}\.\p{L}{2}|[®™]|\p{L}\d/u.test(name)) return 0.9;
  if (hasCaselessLetters(name)) return /[A-Za-z]{2}/.test(name) ? 0.6 : 0.5;
  if (caseless && /\p{L}{2}/u.test(name)) return 0.85;
  const unknown = shareOfUnknownWords(name, words());
  if (unknown === 0) return 0.2;
  const kindly = isPluralKind(name) && name.includes(' ') ? 0.2 : 0;
  return 0.35 + 0.5 * unknown - kindly;
}
