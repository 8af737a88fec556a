import { advisedName, isAdvised } from './advisedNames.ts';
import type { Link } from './answerLinks.ts';
import type { Node } from './answerOutline.ts';
import { rankOf } from './answerOutline.ts';
import type { Candidate } from './candidate.ts';
import { withoutCardLines } from './cardLines.ts';
import { foldName } from './foldName.ts';
import { isOneOfSeveral } from './headSupport.ts';
import type { ItemContext, ItemName } from './itemNames.ts';
import { codeName, findName, isAttribute, isFullName, lowerCaseName, repeatedLabels } from './itemNames.ts';
import { enumeratedNames, namesJoinedTo, splitJoinedName } from './joinedNames.ts';
import { findLevels, namesOfOptions, namesOfRole } from './levels.ts';
import { nameLikeness } from './names.ts';
import { itemName } from './namesAmongNames.ts';
import { isTitle } from './phrases.ts';
import { praisedNodes } from './praiseLabels.ts';
import { isRejected } from './rejections.ts';
import { readTable } from './tables.ts';
import { languageOf } from './textLanguage.ts';
import type { TitleKind } from './titles.ts';
import { introKind, isCategory, isFurtherPicks, paragraphKind, titleKind } from './titles.ts';
import type { WordsOfText } from './topics.ts';

/** Far more than an answer lists; prevents a hostile text from costing the square of its length. */
const maxCandidates = 400;

type State = ItemContext & {
  found: Candidate[];
  /** The current series of names, and the last one that was opened. */
  series: number;
  lastSeries: number;
};

function newSeries(state: State): number {
  state.lastSeries += 1;
  return state.lastSeries;
}

function push(state: State, node: Node, named: ItemName, context: Candidate['context']): void {
  const behind = named.span.start !== node.span.start && named.span.name.includes(',');
  const listed = behind ? enumeratedNames(state.text, named.span.start, named.span.end) : [];
  const spans = listed.length > 2 ? listed : splitJoinedName(state.text, named.span);
  const parts = spans.map((span) => ({ span, link: named.link }));
  const from = named.link?.end ?? named.span.end;
  const tied = namesJoinedTo(state.text, from, node.line.end, state.links);
  const last = tied.at(-1);
  const rest = Math.max(from, last?.link?.end ?? 0, last?.span.end ?? 0);
  for (const [index, part] of [...parts, ...tied].entries()) {
    const { series } = state;
    const warns = part.span.start >= node.head.rest && isTitle('avoid', node.span.name);
    const own =
      warns || isRejected(state.text, { start: part.span.start, end: rest }, languageOf(state.text))
        ? 'avoid'
        : context;
    const { number } = node;
    state.found.push({ ...part, colon: named.colon, node, context: own, series, number, joined: index > 0, rest });
  }
}

/** "Acme Pad – Best Overall": the title names first, and gives the reason after the dash. */
function hasCategoryBehind(node: Node, state: State): boolean {
  const { head, span } = node;
  if (!(head.dash || head.colon) || isCategory(span.name) || nameLikeness(span.name) < 0.75) return false;
  return isCategory(state.text.slice(head.rest, node.line.end));
}

/**
 * Collects the names that a label of further picks announces on its own line: "Honorable mentions: Acme, Bolt and
 * Cargo".
 */
function walkFurtherPicks(node: Node, context: TitleKind, state: State): boolean {
  const { head, span } = node;
  if (!head.colon || head.rest >= node.line.end || !isFurtherPicks(span.name)) return false;
  const names = enumeratedNames(state.text, head.rest, node.line.end);
  for (const name of names) push(state, node, { span: name, link: null, colon: false }, narrower(context, 'picks'));
  return names.length > 0;
}

function endsInColon(node: Node, state: State): boolean {
  return /[:：][*_\s]{0,4}$/.test(state.text.slice(Math.max(node.line.start, node.line.end - 6), node.line.end));
}

function walkTitle(node: Node, context: TitleKind, state: State): void {
  const title = hasCategoryBehind(node, state) ? 'other' : titleKind(node.title);
  const isSentence = node.rank === rankOf.bareTitle && endsInColon(node, state);
  const statement = isSentence && (title === 'other' || /[.!?]\s/.test(node.title)) ? introKind(node.title) : title;
  const own = statement === 'other' ? title : statement;
  const named = itemName(node, state);
  const behindCategory = named !== null && named.span.start !== node.span.start;
  if (behindCategory) {
    push(state, node, named, context);
    return;
  }
  const titleOnly = own === 'advice' || own === 'avoid' || own === 'summary' || own === 'picks' || own === 'category';
  if (own === 'category' && node.number === null && node.children.every((child) => child.rank === rankOf.text)) {
    const first = node.children[0];
    const span = first === undefined || first.line.end - first.line.start > 110 ? null : first.span;
    if (first !== undefined && span !== null && !isAttribute(first, state) && nameLikeness(span.name) >= 0.8) {
      push(state, first, { span, link: first.head.link, colon: false }, narrower(context, own));
      return;
    }
  }
  const isTitle =
    (titleOnly && node.number === null) ||
    named === null ||
    (state.levels.beside.has(node) && node.head.form !== 'link') ||
    state.levels.categories.has(node);
  if (isTitle) walk(node, narrower(context, own), state);
  else push(state, node, named, context);
}

/**
 * Returns the kind for lines below a title: advice and summaries keep their kind downwards, except for picks inside
 * advice; all others take the nearest title's.
 */
function narrower(above: TitleKind, own: TitleKind): TitleKind {
  if (above === 'advice' && own === 'picks') return own;
  if (above === 'advice' || above === 'avoid' || above === 'summary') return above;
  return own === 'other' ? above : own;
}

/** "Best overall:" with its name on the next line, or lost to the next piece. */
function isBareCategory(node: Node): boolean {
  return node.head.colon && node.head.rest >= node.line.end && node.children.length === 0 && isCategory(node.span.name);
}

function walkItems(items: readonly Node[], context: TitleKind, state: State): void {
  const rest = items.filter(
    (node) =>
      isAdvised(node, state) ||
      namesOfOptions(node, state.text).length > 1 ||
      (!isAttribute(node, state) && !isBareCategory(node)),
  );
  const isCode = rest.length > 1 && rest.every((node) => codeName(node, state) !== null);
  const nameIn = isCode ? codeName : itemName;
  const named = rest.map((node) => ({ node, name: advisedName(node, state) ?? nameIn(node, state) }));
  const count = named.filter(({ name }) => name !== null).length;
  const isList = count > 0 && count * 2 >= rest.length;
  const weak = !isList && rest.every((node) => node.line.cut && node.head.form === 'plain');
  const sections = rest.filter((node) => state.levels.categories.has(node));
  const areSections = sections.length * 2 >= rest.length;
  for (const { node, name } of named) {
    const isRole = state.levels.labels.has(node);
    const options = isRole ? namesOfRole(node, state.text) : namesOfOptions(node, state.text);
    if (options.length > (isRole ? 0 : 1)) {
      for (const span of options) push(state, node, { span, link: null, colon: false }, narrower(context, 'picks'));
      continue;
    }
    if (areSections && sections.includes(node)) {
      const own = state.series;
      walk(node, narrower(context, titleKind(node.title)), state);
      state.series = own;
      continue;
    }
    if (weak && name !== null && nameLikeness(name.span.name) === 1 && isFullName(name.span.name))
      push(state, node, name, 'weak');
    const own = name ?? (isList && count > 0 ? lowerCaseName(node, state) : null);
    const isLone = isLoneLine(node);
    if (isList && own !== null) push(state, node, own, isLone ? 'weak' : context);
    if (isList && own !== null && !isLone) continue;
    if (node.children.length > 0) {
      const own = state.series;
      walk(node, narrower(context, titleKind(node.title)), state);
      state.series = own;
    }
  }
}

/** A plain line with a dash or a colon that no other line resembles may be a sentence. */
function isLoneLine(node: Node): boolean {
  const { line, head, number } = node;
  const isPlain = line.kind === 'text' && head.form === 'plain' && number === null && !line.cut;
  return isPlain && head.rest < line.end && !isOneOfSeveral(node);
}

function walk(parent: Node, context: TitleKind, state: State): void {
  let intro: TitleKind = 'other';
  let group: Node[] = [];
  /** The numbered list that was opened last: an item that continues its numbers belongs to its series. */
  let numbered: { rank: number; last: number; series: number } | null = null;
  const flush = (): void => {
    const first = group[0];
    if (first === undefined) return;
    const before = numbered;
    const goesOn = before !== null && before.rank === first.rank && first.number === before.last + 1;
    state.series = goesOn ? before.series : newSeries(state);
    const last = group.at(-1)?.number ?? null;
    if (last !== null) numbered = { rank: first.rank, last, series: state.series };
    const own = narrower(context, intro);
    if (first.rank === rankOf.row)
      readTable(state.text, group, state.links).forEach((row) => {
        push(state, row.node, { ...row, colon: false }, own === 'picks' || own === 'other' ? 'table' : own);
      });
    else if (first.rank >= rankOf.paragraphItem) walkItems(group, own, state);
    group = [];
  };
  const titles = withoutCardLines(parent.children.filter((child) => child.rank < rankOf.paragraphItem));
  const keptTitles = new Set(titles);
  let titleSeries = -1;
  for (const child of parent.children) {
    if (isFurtherPicks(child.span.name)) {
      flush();
      state.series = newSeries(state);
      if (walkFurtherPicks(child, context, state)) continue;
    }
    if (child.rank === rankOf.text) {
      flush();
      const saidText = state.text.slice(child.line.start, child.line.end);
      const announces = endsInColon(child, state);
      const kind = announces ? introKind(saidText) : paragraphKind(saidText);
      if (announces || child.line.end - child.line.start > 160) intro = kind;
      else if (intro === 'other' && kind === 'picks') intro = kind;
    } else if (child.rank < rankOf.paragraphItem) {
      flush();
      if (!keptTitles.has(child)) continue;
      if (child.rank === rankOf.bareTitle && endsInColon(child, state) && child.children.length === 0)
        intro = introKind(child.title);
      if (titleSeries < 0) titleSeries = newSeries(state);
      state.series = titleSeries;
      // A separate line below an announcement is an item that lost its list mark.
      const isItem = child.number !== null || (child.rank === rankOf.bareTitle && child.children.length === 0);
      const sorts = !isItem || state.levels.categories.has(child);
      walkTitle(child, sorts ? context : narrower(context, intro), state);
    } else {
      if (group[0] !== undefined && group[0].rank !== child.rank) flush();
      if (group.length === 0 && child.line.cut) {
        const ahead = state.text.slice(Math.max(0, child.line.start - 300), child.line.start);
        const before = ahead.replace(/[\s*#\d.)-]{1,20}$/, '');
        if (before.endsWith(':')) intro = introKind(before);
      }
      group.push(child);
    }
  }
  flush();
}

/**
 * Collects explanations of cards that follow the last card, to which the outline attaches them: items inside a named
 * item that name another one. They are places of that name and never separate names.
 */
function collectRepeats(state: State): void {
  const names = new Set(state.found.map((one) => foldName(one.span.name)));
  const used = new Set(state.found.map((one) => one.node));
  const { found: placements } = state;
  state.found = [];
  const queue = [...new Set(placements.slice(0, maxCandidates).map((one) => one.node))].flatMap(
    (node) => node.children,
  );
  const visited = new Set<Node>();
  for (let node = queue.pop(); node !== undefined && visited.size < maxCandidates * 10; node = queue.pop()) {
    if (visited.has(node)) continue;
    visited.add(node);
    queue.push(...node.children);
    if (used.has(node) || node.rank >= rankOf.row) continue;
    const named = findName(node, state);
    if (named === null) continue;
    const name = foldName(named.span.name);
    const whole = names.has(name);
    if (whole || (name.includes(' ') && [...names].some((other) => other.startsWith(`${name} `))))
      push(state, node, named, 'repeat');
  }
  state.found = [...placements, ...state.found];
}

/** Returns every name that the outline sets apart, in order of the text. */
export function collectCandidates(
  text: string,
  root: Node,
  links: readonly Link[],
  words: () => WordsOfText,
): Candidate[] {
  const state: State = {
    text,
    links,
    repeated: repeatedLabels(root),
    praised: praisedNodes(root),
    levels: { categories: new Set(), beside: new Set(), labels: new Set() },
    found: [],
    series: 0,
    lastSeries: 0,
  };
  state.levels = findLevels(root, state, words);
  walk(root, 'other', state);
  collectRepeats(state);
  state.found.sort((one, other) => one.span.start - other.span.start);
  return state.found.slice(0, maxCandidates);
}
