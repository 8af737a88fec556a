import type { Link } from './answerLinks.ts';
import { endsSentence, withoutCitations } from './endsSentence.ts';
import type { Head } from './heads.ts';
import { readHead } from './heads.ts';
import type { Line } from './lines.ts';
import type { NameSpan } from './names.ts';
import { cleanName, nameLikeness } from './names.ts';
import { placeCardHeads } from './placeCards.ts';
import { readRunOnName, startBehindHeading } from './runOn.ts';
import { isCategory, isPlainAttribute, isPluralKind } from './titles.ts';

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

/** Finds names on separate lines right above the sentences about them; a single one is not a pattern. */
function paragraphOpeners(text: string, lines: readonly Line[]): Set<Line> {
  const openers = lines.filter((line, index) => {
    const next = lines[index + 1];
    if (line.kind !== 'text' || line.cut || line.end - line.start > 60) return false;
    if (next === undefined || next.kind !== 'text' || next.blankBefore) return false;
    const name = text.slice(line.start, line.end);
    const below = withoutCitations(text.slice(next.start, next.end));
    if (!endsSentence(below) || /[?？]$/.test(below.trimEnd())) return false;
    return /^\p{Ll}{0,3}[\p{Lu}\d]/u.test(name) && !/[.!?:;,*]$/.test(name) && nameLikeness(name) >= 0.75;
  });
  return new Set(openers.length > 1 ? openers : []);
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
    const starts =
      line.cut || line.blankBefore || /:[\s*_]{0,6}$/.test(text.slice(Math.max(0, line.start - 10), line.start));
    if (starts && head.form === 'bold' && isShortName(text, head))
      return line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  }
  if (opens) return rankOf.bareTitle;
  const short = line.end - line.start < 130;
  if (isBareTitle(text, line, next) || (short && head.number !== null && !head.colon)) return rankOf.bareTitle;
  if (head.form === 'plain' && head.colon) {
    const label = text.slice(head.start, head.end);
    const names = head.rest < line.end && isCategory(label) && !isPlainAttribute(label);
    if (names) return rankOf.paragraphItem;
    if (inNumbered) return rankOf.text;
  }
  // If breaks are lost, labels appear below numbers as bullets do.
  const item = line.cut ? rankOf.list + 1.5 : rankOf.paragraphItem;
  if (head.form === 'plain' && (head.colon || head.dash) && isShortName(text, head)) return item;
  if (line.depth <= 3 && head.form !== 'plain' && (head.colon || head.dash || head.form === 'link')) {
    return rankOf.paragraphItem;
  }
  return rankOf.text;
}

/** Returns the words of a line that could be a title: without link targets, at most 320 characters. */
function titleText(line: string): string {
  const text = line.replace(/\]\([^()\s]*\)?/g, ']').slice(0, 320);
  return cleanName(text, 0, text.length).name;
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
  const cards = placeCardHeads(text, lines);
  const openers = cards.size > 0 ? new Set<Line>() : paragraphOpeners(text, lines);
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
        ? readRunOnName(text, content.start, content.end, content.colon)
        : null;
    const ownLabel = content.colon && line.kind !== 'ordered' && runOn?.labelled !== true;
    const cardEnd = cards.get(line);
    const head =
      cardEnd !== undefined
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
      cardEnd === undefined
        ? rank(text, line, head, lines[index + 1], inNumbered, openers.has(line))
        : rankOf.paragraphItem;
    const isAnnounced = placed === rankOf.paragraphItem && numbered !== null && announcesList(numbered);
    const own = isAnnounced && numbered.rank > placed && line.kind === 'text' ? numbered.rank + 1.5 : placed;
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
      at: open.children.length,
      children: [],
    };
    open.children.push(node);
    if (!isLeaf) open = node;
  }
  return root;
}
