import type { Head } from './heads.ts';
import { readHead } from './heads.ts';
import type { Line } from './lines.ts';
import type { Link } from './links.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { readRunOnName } from './runOn.ts';
import { isCategory, isPlainAttribute, titleKind } from './titles.ts';

/** A line in its place: what stands above it and what belongs to it. */
export type Node = {
  line: Line;
  head: Head;
  /** The head's words without decoration. */
  span: NameSpan;
  /** The whole line's first words, for reading it as a title. */
  title: string;
  rank: number;
  number: number | null;
  parent: Node | null;
  children: Node[];
};

/** Ranks of what may stand above a list: a smaller rank contains a larger one. Headings have their level, 1 to 6. */
export const rankOf = { boldLine: 7, bareTitle: 8, paragraphItem: 9, list: 10, row: 90, text: 100 } as const;

const endsSentence = /[.!?…](?:["'”)\]*_]|\(\[.*\)|&#x20;)*$/;

function isBareTitle(text: string, line: Line, next: Line | undefined): boolean {
  if (!line.blankBefore || line.cut || line.depth > 3 || line.end - line.start > 130) return false;
  const content = text.slice(line.start, line.end);
  if (endsSentence.test(content) || content.split(/\s+/).length > 16 || /[,;]$/.test(content)) return false;
  if (/:\s\S/.test(content) && !/^\P{L}*(?:the )?(?:best|top|most|runner|budget)\b/iu.test(content)) return false;
  return next === undefined || next.blankBefore || next.kind !== 'text' || /^\P{L}*\d{1,2}[.)]\s/u.test(content);
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
): number {
  if (line.kind === 'heading') return line.depth;
  if (line.kind === 'ordered') return rankOf.list + 2 * Math.min(line.depth, 30);
  if (line.kind === 'bullet') {
    // Where the indents are lost, bold or linked bullets stand above the plain and labelled ones that follow them.
    const below = line.cut && (head.form === 'plain' || (head.colon && head.form === 'bold')) ? 0.5 : 0;
    return rankOf.list + 1 + 2 * Math.min(line.depth, 30) + below;
  }
  if (line.kind === 'row') return rankOf.row;
  if (line.depth <= 3 && head.bold && head.end > head.start) {
    const restLength = line.end - head.rest;
    if (restLength <= 0 || head.number !== null) return rankOf.boldLine;
    const opens = line.cut || line.blankBefore;
    if (opens && head.form === 'bold' && isShortName(text, head))
      return line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  }
  if (line.cut && head.form === 'plain' && head.colon) {
    const kind = titleKind(text.slice(head.start, head.end));
    const titles = kind === 'advice' || kind === 'picks';
    if (kind === 'summary' || (titles && line.end - head.rest < 3)) return rankOf.bareTitle;
  }
  const short = line.end - line.start < 130;
  if (isBareTitle(text, line, next) || (short && head.number !== null && !head.colon)) return rankOf.bareTitle;
  const isPicture = /^\p{Extended_Pictographic}/u.test(text.slice(line.start, line.start + 2));
  if (line.cut && short && isPicture) {
    const plainFact = inNumbered && titleKind(text.slice(line.start, line.end)) === 'other';
    return plainFact ? rankOf.text : rankOf.bareTitle;
  }
  if (head.form === 'plain' && head.colon) {
    const label = text.slice(head.start, head.end);
    const names = head.rest < line.end && isCategory(label) && !isPlainAttribute(label);
    if (names) return rankOf.paragraphItem;
    if (inNumbered || countOf(label) > 2) return rankOf.text;
  }
  // Where breaks are lost, labels stand below numbers as bullets do.
  const item = line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  if (head.form === 'plain' && (head.colon || head.dash) && isShortName(text, head)) return item;
  if (line.cut && head.form === 'plain' && head.colon && head.end - head.start < 130) return item;
  if (line.depth <= 3 && head.form !== 'plain' && (head.colon || head.dash || head.form === 'link')) {
    return rankOf.paragraphItem;
  }
  return rankOf.text;
}

/** A label opens its own piece: only numbered and decorated pieces run from a name into a label nobody knows. */
function mayStripUnknown(line: Line, head: Head): boolean {
  return line.kind === 'ordered' || head.start > line.start;
}

/** Counts how often up to four words stand before a colon in the text: labels repeat, names rarely do. */
function labelCounter(text: string): (label: string) => number {
  const counts = new Map<string, number>();
  for (const match of text.matchAll(/(?<!\S)\S{1,30}(?: \S{1,30}){0,3}:(?=\s)/g)) {
    const words = match[0].slice(0, -1).split(' ');
    for (let size = 1; size <= words.length; size += 1) {
      const label = words.slice(-size).join(' ');
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return (label) => counts.get(label) ?? 0;
}

/** The words of a line that could be a title: link targets left out, at most 320 characters. */
function titleText(line: string): string {
  const shown = line.replace(/\]\([^()\s]*\)?/g, ']').slice(0, 320);
  return cleanName(shown, 0, shown.length).name;
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
    children: [],
  };
  let open: Node = root;
  const closeTo = (limit: number): void => {
    while (open.parent !== null && open.rank >= limit) open = open.parent;
  };
  const countOf = labelCounter(text);
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'definition') continue;
    if (line.kind === 'rule') {
      closeTo(rankOf.boldLine);
      continue;
    }
    const written = readHead(text, line.start, line.end, links);
    const runOn =
      line.cut && written.form === 'plain' && !written.dash && !(written.colon && line.kind === 'bullet')
        ? readRunOnName(
            text,
            written.start,
            written.end,
            written.colon,
            mayStripUnknown(line, written) ? countOf : () => 0,
          )
        : null;
    const ownLabel = written.colon && line.kind !== 'ordered' && runOn?.labelled !== true;
    const head =
      runOn?.labelled === true
        ? { ...written, end: runOn.end, rest: runOn.end, colon: line.kind === 'text' && written.start === line.start }
        : written;
    const inNumbered = open.number !== null || (open.parent?.number ?? null) !== null;
    const own = rank(text, line, head, lines[index + 1], inNumbered, countOf);
    const isLeaf = own >= rankOf.row;
    if (!isLeaf) closeTo(own);
    else if (line.blankBefore && line.depth === 0 && !line.cut) closeTo(rankOf.paragraphItem);
    const node: Node = {
      line,
      head,
      span: (ownLabel ? null : runOn) ?? cleanName(text, head.start, head.end),
      title: titleText(text.slice(line.start, Math.min(line.end, line.start + 2000))),
      rank: own,
      number: line.number ?? head.number,
      parent: open,
      children: [],
    };
    open.children.push(node);
    if (!isLeaf) open = node;
  }
  return root;
}
