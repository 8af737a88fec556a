import type { ItemContext, Named } from './itemNames.ts';
import { isAttribute, isSection, nameOf, repeatedLabels } from './itemNames.ts';
import type { Link } from './links.ts';
import type { NameSpan } from './names.ts';
import { hasProperMark, nameLikeness } from './names.ts';
import type { Node } from './outline.ts';
import { rankOf } from './outline.ts';
import { readTable } from './tables.ts';
import type { TitleKind } from './titles.ts';
import { introKind, isCategory, titleKind } from './titles.ts';

/** A name that the text sets apart as an item, with the context that says whether it is a recommendation. */
export type Candidate = {
  span: NameSpan;
  link: Link | null;
  node: Node;
  /** Candidates of one series stand beside each other: same parent, same kind of line. */
  series: number;
  context: TitleKind | 'table' | 'weak' | 'prose';
  number: number | null;
  colon: boolean;
};

/** Far above what an answer lists; keeps a hostile text from costing the square of its length. */
const mostCandidates = 400;

type State = ItemContext & {
  found: Candidate[];
  /** The series that names are put into now, and the last one that was opened. */
  series: number;
  lastSeries: number;
};

function newSeries(state: State): number {
  state.lastSeries += 1;
  return state.lastSeries;
}

function push(state: State, node: Node, named: Named, context: Candidate['context']): void {
  state.found.push({ ...named, node, context, series: state.series, number: node.number });
}

function walkTitle(node: Node, context: TitleKind, state: State): void {
  const title = titleKind(node.title);
  const announces = node.rank === rankOf.bareTitle && node.head.colon && title === 'other';
  const own = announces ? introKind(node.title) : title;
  const named = nameOf(node, state);
  const behindCategory = named !== null && named.span.start !== node.span.start;
  if (behindCategory) {
    push(state, node, named, context);
    return;
  }
  const titleOnly = own === 'advice' || own === 'summary' || own === 'picks' || own === 'category';
  if (own === 'category' && node.number === null && node.children.every((child) => child.rank === rankOf.text)) {
    const first = node.children[0];
    const span = first === undefined || first.line.end - first.line.start > 110 ? null : first.span;
    if (first !== undefined && span !== null && !isAttribute(first, state) && nameLikeness(span.name) >= 0.8) {
      push(state, first, { span, link: first.head.link, colon: false }, narrower(context, own));
      return;
    }
  }
  const isTitle = (titleOnly && node.number === null) || named === null || isSection(node, state);
  if (isTitle) walk(node, narrower(context, own), state);
  else push(state, node, named, context);
}

/** Advice and summaries keep their colour downwards; everything else takes the nearest title's. */
function narrower(above: TitleKind, own: TitleKind): TitleKind {
  if (above === 'advice' || above === 'summary') return above;
  return own === 'other' ? above : own;
}

/** Bare titles that end in price lines are cards: name, tag line, price. Only the first line of each is a name. */
function withoutCardLines(titles: readonly Node[]): readonly Node[] {
  const isPrice = (node: Node): boolean =>
    /^(?:[~≈\\]*[$€£¥₹]\s?\d|price\b)/i.test(node.title) && node.title.length < 40;
  if (titles.filter((node) => isPrice(node) && node.rank === rankOf.bareTitle).length < 2) return titles;
  let taken = false;
  return titles.filter((node, index) => {
    if (node.rank !== rankOf.bareTitle) return true;
    if (isPrice(node)) {
      taken = false;
      return false;
    }
    const priceAhead = titles.slice(index + 1, index + 3).some((next) => isPrice(next));
    if (!priceAhead || node.children.length > 0) return true;
    if (taken) return false;
    taken = true;
    return true;
  });
}

/** "Best overall:" with its name on the next line, or lost to the next piece. */
function isBareCategory(node: Node): boolean {
  return node.head.colon && node.head.rest >= node.line.end && node.children.length === 0 && isCategory(node.span.name);
}

/** Several words with a mark of a name and no enumeration: a name even among bullets that are mostly properties. */
function isFullName(name: string): boolean {
  return hasProperMark(name) && /\S\s\S/.test(name) && !name.includes(',');
}

function walkItems(items: readonly Node[], context: TitleKind, state: State): void {
  const rest = items.filter((node) => !isAttribute(node, state) && !isBareCategory(node));
  const named = rest.map((node) => ({ node, name: nameOf(node, state) }));
  const count = named.filter(({ name }) => name !== null).length;
  const isList = count > 0 && count * 2 >= rest.length;
  const weak = !isList && rest.every((node) => node.line.cut && node.head.form === 'plain');
  for (const { node, name } of named) {
    if (weak && name !== null && nameLikeness(name.span.name) === 1 && isFullName(name.span.name))
      push(state, node, name, 'weak');
    if (isList && name !== null) push(state, node, name, context);
    else if (node.children.length > 0) {
      const own = state.series;
      walk(node, narrower(context, titleKind(node.title)), state);
      state.series = own;
    }
  }
}

function walk(parent: Node, context: TitleKind, state: State): void {
  let intro: TitleKind = 'other';
  let group: Node[] = [];
  /** The numbered list that was open last: an item that counts on from it belongs to its series. */
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
    if (child.rank === rankOf.text) {
      flush();
      const kind = introKind(state.text.slice(Math.max(child.line.start, child.line.end - 400), child.line.end));
      const announces = /:\W*$/.test(state.text.slice(Math.max(child.line.start, child.line.end - 10), child.line.end));
      if (announces || child.line.end - child.line.start > 160) intro = kind;
      else if (intro === 'other' && kind === 'picks') intro = kind;
    } else if (child.rank < rankOf.paragraphItem) {
      flush();
      if (!keptTitles.has(child)) continue;
      if (titleSeries < 0) titleSeries = newSeries(state);
      state.series = titleSeries;
      walkTitle(child, child.number === null ? context : narrower(context, intro), state);
    } else {
      if (group[0] !== undefined && group[0].rank !== child.rank) flush();
      if (group.length === 0 && child.line.cut) {
        const before = state.text
          .slice(Math.max(0, child.line.start - 300), child.line.start)
          .replace(/[\s*#\d.)-]+$/, '');
        if (before.endsWith(':')) intro = introKind(before);
      }
      group.push(child);
    }
  }
  flush();
}

/** Every name the outline sets apart, in the order of the text. */
export function collectCandidates(text: string, root: Node, links: readonly Link[]): Candidate[] {
  const state: State = { text, links, repeated: repeatedLabels(root), found: [], series: 0, lastSeries: 0 };
  walk(root, 'other', state);
  state.found.sort((left, right) => left.span.start - right.span.start);
  return state.found.slice(0, mostCandidates);
}
