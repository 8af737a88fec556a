import type { Link } from './answerLinks.ts';
import { endsSentence, withoutCitations } from './endsSentence.ts';
import type { Head } from './heads.ts';
import { readHead } from './heads.ts';
import type { Line } from './lines.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { paragraphOpeners, runOnParagraphs } from './paragraphNames.ts';
import { placeCardHeads } from './placeCards.ts';
import { readRunOnName, startBehindHeading } from './runOn.ts';
import { isCategory, isPlainAttribute, isPluralKind, titleKind } from './titles.ts';

/** A line of the outline, with its parent and the lines that belong to it. */
export type Node = {
  line: Line;
  head: Head;
  /** First words of the line without decoration. */
  span: NameSpan;
  /** First words of the whole line, for reading it as a title. */
  title: string;
  rank: number;
  number: number | null;
  parent: Node | null;
  /** Its index among the parent's children. */
  at: number;
  children: Node[];
};

/** Ranks of what may appear above a list: a smaller rank contains a larger one. Headings have their level, 1 to 6. */
export const rankOf = { boldLine: 7, bareTitle: 8, paragraphItem: 9, list: 10, row: 90, text: 100 } as const;

function isBareTitle(text: string, line: Line, next: Line | undefined): boolean {
  if (!line.blankBefore || line.cut || line.depth > 3 || line.end - line.start > 130) return false;
  const content = withoutCitations(text.slice(line.start, line.end));
  if (endsSentence(content) || content.split(/\s+/).length > 16 || /[,;]$/.test(content)) return false;
  if (/:\s\S/.test(content) && !/^\P{L}*(?:the )?(?:best|top|most|runner|budget)\b/iu.test(content)) return false;
  return next === undefined || next.blankBefore || next.kind !== 'text' || /^\P{L}*\d{1,2}[.)]\s/u.test(content);
}

function isPictured(text: string, line: Line): boolean {
  return /^\p{Extended_Pictographic}/u.test(text.slice(line.start, line.start + 2));
}

/** In "Acme Dental Open now · Dentist", a place's card, facts follow the name. */
function isCardHead(text: string, head: Head): boolean {
  return /^\s\p{Lu}[\p{L}\d ]{2,30}\s·\s/u.test(text.slice(head.end, head.end + 40)) && isShortName(text, head);
}

function isShortName(text: string, head: Head): boolean {
  const name = text.slice(head.start, head.end);
  return name.length < 80 && name.split(/\s+/).length <= 10 && nameLikeness(name) >= 0.75;
}

function rank(
  text: string,
  line: Line,
  head: Head,
  next: Line | undefined,
  inNumbered: boolean,
  countOf: (label: string) => number,
  /** True if its paragraph opens with a name alone on its line, as others do. */
  opens: boolean,
): number {
  if (line.kind === 'heading') return line.depth;
  if (line.kind === 'ordered') return rankOf.list + 2 * Math.min(line.depth, 30);
  if (line.kind === 'bullet') {
    // If the indents are lost, bold or linked bullets appear above the plain and labelled ones that follow them.
    const below = line.cut && (head.form === 'plain' || (head.colon && head.form === 'bold')) ? 0.5 : 0;
    return rankOf.list + 1 + 2 * Math.min(line.depth, 30) + below;
  }
  if (line.kind === 'row') return rankOf.row;
  if (line.depth <= 3 && head.bold && head.end > head.start) {
    const restLength = line.end - head.rest;
    if (restLength <= 0 || head.number !== null) return rankOf.boldLine;
    const opens =
      line.cut || line.blankBefore || /:[\s*_]{0,6}$/.test(text.slice(Math.max(0, line.start - 10), line.start));
    if (opens && head.form === 'bold' && isShortName(text, head))
      return line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  }
  if (
    line.cut &&
    line.kind === 'text' &&
    head.form === 'plain' &&
    line.end - line.start < 62 &&
    next?.kind === 'bullet'
  ) {
    const kind = titleKind(text.slice(line.start, line.end));
    if (kind !== 'other' && head.rest >= line.end) return rankOf.boldLine;
  }
  if (line.cut && head.form === 'plain' && head.colon) {
    const kind = titleKind(text.slice(head.start, head.end));
    const titles = kind === 'advice' || kind === 'picks';
    if (kind === 'advice' && /\S \S+ \S/.test(text.slice(head.start, head.end))) return rankOf.bareTitle;
    if (kind === 'summary' || (titles && line.end - head.rest < 3)) return rankOf.bareTitle;
  }
  if (
    line.cut &&
    head.form === 'plain' &&
    (isCardHead(text, head) || (isPictured(text, line) && head.dash && isShortName(text, head)))
  )
    return rankOf.list + 1.5;
  if (opens) return rankOf.bareTitle;
  if (line.depth <= 3 && head.form === 'bold' && head.dash && head.rest < line.end && line.kind === 'text') {
    return rankOf.paragraphItem;
  }
  const short = line.end - line.start < 130;
  if (isBareTitle(text, line, next) || (short && head.number !== null && !head.colon)) return rankOf.bareTitle;
  if (line.cut && short && isPictured(text, line)) {
    const plainFact = inNumbered && titleKind(text.slice(line.start, line.end)) === 'other';
    return plainFact ? rankOf.text : rankOf.bareTitle;
  }
  if (head.form === 'plain' && head.colon) {
    const label = text.slice(head.start, head.end);
    const names = head.rest < line.end && isCategory(label) && !isPlainAttribute(label);
    if (names) return rankOf.paragraphItem;
    if (inNumbered || countOf(label) > 2) return rankOf.text;
  }
  // If breaks are lost, labels appear below numbers as bullets do.
  const item = line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  if (head.form === 'plain' && (head.colon || head.dash) && isShortName(text, head)) return item;
  if (line.cut && head.form === 'plain' && head.colon && head.end - head.start < 130) return item;
  if (line.depth <= 3 && head.form !== 'plain' && (head.colon || head.dash || head.form === 'link')) {
    return rankOf.paragraphItem;
  }
  return rankOf.text;
}

/** A label opens its own piece: only numbered and decorated pieces can run from a name into an unknown label. */
function mayStripUnknown(line: Line, head: Head): boolean {
  return line.kind === 'ordered' || head.start > line.start;
}

/** Counts how often up to four words appear before a colon in the text, because labels repeat and names rarely do. */
function labelCounter(text: string): (label: string) => number {
  let counted: Map<string, number> | null = null;
  return (label) => {
    counted ??= countLabels(text);
    return counted.get(label) ?? 0;
  };
}

function countLabels(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const match of text.matchAll(/(?<!\S)\S{1,30}(?: \S{1,30}){0,3}:(?=\s)/g)) {
    const words = match[0].slice(0, -1).split(' ');
    for (let size = 1; size <= words.length; size += 1) {
      const label = words.slice(-size).join(' ');
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the words of a line that could be a title: without link targets, at most 320 characters. */
function titleText(line: string): string {
  const text = line.replace(/\]\([^()\s]*\)?/g, ']').slice(0, 320);
  return cleanName(text, 0, text.length).name;
}

/** Number of lines ahead in which the next item of an interrupted list is searched. */
const maxInterruption = 40;

/**
 * Returns true for a paragraph inside a numbered list: the next number follows, or items follow as they did below the
 * previous item.
 */
function goesOn(lines: readonly Line[], index: number, open: Node): boolean {
  let item: Node | null = open;
  while (item !== null && item.line.kind !== 'ordered') item = item.parent;
  if (item === null || item.number === null) return false;
  for (const line of lines.slice(index + 1, index + maxInterruption)) {
    if (line.kind === 'heading' || line.kind === 'rule') break;
    if (line.kind === 'ordered' && line.depth === item.line.depth) return line.number === item.number + 1;
  }
  const before = item.parent?.children[item.at - 1];
  const interrupted = before?.children.findIndex((child) => child.rank === rankOf.text && child.line.blankBefore) ?? -1;
  const next = lines[index + 1];
  return interrupted === 0 && item.children.length === 0 && next?.kind === 'bullet';
}

/** "1. Databases:" with nothing after its colon and no emphasis: a title of the lines below it. */
function announcesList({ head, line }: Node): boolean {
  return head.colon && head.form === 'plain' && head.rest >= line.end;
}

/** Builds the outline: a root whose children are the top lines, in order. Definitions and rules leave no node. */
export function readOutline(text: string, lines: readonly Line[], links: readonly Link[]): Node {
  const nothing: Line = { kind: 'text', start: 0, end: 0, depth: 0, number: null, blankBefore: true, cut: false };
  const emptyHead: Head = {
    start: 0,
    end: 0,
    form: 'plain',
    colon: false,
    dash: false,
    rest: 0,
    number: null,
    bold: false,
    link: null,
  };
  const span = { name: '', start: 0, end: 0 };
  const root: Node = {
    line: nothing,
    head: emptyHead,
    span,
    title: '',
    rank: 0,
    number: null,
    parent: null,
    at: 0,
    children: [],
  };
  let open: Node = root;
  const closeTo = (limit: number): void => {
    while (open.parent !== null && open.rank >= limit) open = open.parent;
  };
  const countOf = labelCounter(text);
  const openers = paragraphOpeners(text, lines);
  const cards = placeCardHeads(text, lines);
  const opened = runOnParagraphs(text, lines);
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'definition') continue;
    if (line.kind === 'rule') {
      closeTo(rankOf.boldLine);
      continue;
    }
    const read = readHead(text, line.start, line.end, links);
    const content =
      line.cut && line.kind === 'text' && read.form === 'plain' && (read.dash || read.colon) && read.number === null
        ? { ...read, start: startBehindHeading(text, read.start, read.end) }
        : read;
    const runOn =
      line.cut && content.form === 'plain' && !content.dash && !(content.colon && line.kind === 'bullet')
        ? readRunOnName(
            text,
            content.start,
            content.end,
            content.colon,
            mayStripUnknown(line, content) ? countOf : () => 0,
          )
        : null;
    const ownLabel = content.colon && line.kind !== 'ordered' && runOn?.labelled !== true;
    const cardEnd = cards.get(line);
    const openedEnd = opened.get(line);
    const head =
      openedEnd !== undefined
        ? { ...content, start: line.start, end: openedEnd, rest: openedEnd, colon: true, dash: false }
        : cardEnd !== undefined
          ? { ...content, start: line.start, end: cardEnd, rest: line.end, colon: false, dash: false }
          : runOn?.labelled === true
            ? {
                ...content,
                end: runOn.end,
                rest: runOn.end,
                colon: line.kind === 'text' && content.start === line.start,
              }
            : content;
    const numbered = open.number === null ? open.parent : open;
    // Below a numbered title of a category, labels are names; below a numbered name they are its properties.
    const inNumbered =
      numbered !== null && numbered.number !== null && !announcesList(numbered) && !isPluralKind(numbered.title);
    const placed =
      cardEnd === undefined && openedEnd === undefined
        ? rank(text, line, head, lines[index + 1], inNumbered, countOf, openers.has(line))
        : rankOf.paragraphItem;
    const isAnnounced = placed === rankOf.paragraphItem && numbered !== null && announcesList(numbered);
    const own = isAnnounced && numbered.rank > placed && line.kind === 'text' ? numbered.rank + 1.5 : placed;
    const isLeaf = own >= rankOf.row;
    if (!isLeaf) closeTo(own);
    else if (line.blankBefore && line.depth === 0 && !line.cut && !goesOn(lines, index, open))
      closeTo(rankOf.paragraphItem);
    const node: Node = {
      line,
      head,
      span: (ownLabel ? null : runOn) ?? cleanName(text, head.start, head.end),
      title: titleText(text.slice(line.start, Math.min(line.end, line.start + 2000))),
      rank: own,
      number: line.number ?? head.number,
      parent: open,
      at: open.children.length,
      children: [],
    };
    open.children.push(node);
    if (!isLeaf) open = node;
  }
  return root;
}
