import { type HiddenBy, type HidingRules, hiddenBy, isAway } from './hiding.ts';
import { attribute, type HtmlDocument, type HtmlElement, isElement } from './parseHtml.ts';
import { type ScannedText, scanText } from './scanText.ts';

/** What is known of a piece of text from the elements around it. */
export const flag = { hidden: 1, boilerplate: 2, link: 4, noSnippet: 8, suspect: 16 } as const;

export type Segment = ScannedText & { flags: number };

/** Segment range of an element: its text is `segments.slice(from, to)`. */
export type Range = { from: number; to: number };

export type HiddenRoot = { element: HtmlElement; by: HiddenBy; range: Range };

export type Block = { element: HtmlElement; chars: number; commas: number; linkChars: number };

export type Walk = {
  segments: readonly Segment[];
  ranges: ReadonlyMap<HtmlElement, Range>;
  hiddenRoots: readonly HiddenRoot[];
  blocks: ReadonlyMap<HtmlElement, Block>;
  /** Every element of the document in tree order, with the flags of its surroundings. */
  elements: readonly { element: HtmlElement; flags: number }[];
};

const silent = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'title']);
const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const boilerplateTags = new Set(['nav', 'aside', 'dialog', 'footer', 'header', 'select', 'button', 'textarea']);
const boilerplateRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'menu',
  'menubar',
]);
const sectioning = new Set(['main', 'article', 'section']);

/** A header or footer is boilerplate of the page only when it is not that of an article or section. */
function isBoilerplate(tagName: string, role: string | null, insideSection: boolean): boolean {
  if (role !== null) return boilerplateRoles.has(role);
  if (!boilerplateTags.has(tagName)) return false;
  return !(insideSection && (tagName === 'header' || tagName === 'footer'));
}

type Frame = {
  element: HtmlElement;
  /** Index of the child to visit next. */
  next: number;
  flags: number;
  block: HtmlElement;
  insideSection: boolean;
};

function blockOf(blocks: Map<HtmlElement, Block>, element: HtmlElement): Block {
  const known = blocks.get(element);
  if (known !== undefined) return known;
  const block = { element, chars: 0, commas: 0, linkChars: 0 };
  blocks.set(element, block);
  return block;
}

const separator: Segment = { text: '\n', flags: 0, words: 0, commas: 0, starts: false, ends: false };

/** One pass over the document, with its own stack, so that no nesting can end the process. */
export function walk(document: HtmlDocument, rules: HidingRules): Walk {
  const segments: Segment[] = [];
  const ranges = new Map<HtmlElement, Range>();
  const hiddenRoots: HiddenRoot[] = [];
  const blocks = new Map<HtmlElement, Block>();
  const elements: { element: HtmlElement; flags: number }[] = [];
  const stack: Frame[] = [];

  const enter = (element: HtmlElement, outer: number, outerBlock: HtmlElement, outerSection: boolean) => {
    const { tagName } = element;
    let flags = outer;
    let role: string | null = null;
    if (element.attrs.length > 0) {
      role = attribute(element, 'role');
      if (attribute(element, 'data-nosnippet') !== null) flags |= flag.noSnippet;
      const by = (flags & flag.hidden) === 0 ? hiddenBy(element, rules) : null;
      if (by !== null) {
        // What stands inside a hidden element is part of its text already.
        if ((flags & flag.suspect) === 0) {
          const range = { from: segments.length, to: segments.length };
          hiddenRoots.push({ element, by, range });
          ranges.set(element, range);
        }
        flags |= flag.suspect;
        if (isAway(by)) flags |= flag.hidden;
      }
    }
    if (isBoilerplate(tagName, role, outerSection)) flags |= flag.boilerplate;
    if (tagName === 'a') flags |= flag.link;
    elements.push({ element, flags });
    if (tagName === 'br') segments.push(separator);
    if (silent.has(tagName)) return;
    const isInline = inline.has(tagName);
    if (!isInline) {
      segments.push(separator);
      if (!ranges.has(element)) ranges.set(element, { from: segments.length, to: segments.length });
    }
    const block = isInline ? outerBlock : element;
    stack.push({ element, next: 0, flags, block, insideSection: outerSection || sectioning.has(tagName) });
  };

  const root = document.childNodes.find((node) => isElement(node));
  if (root !== undefined && isElement(root)) enter(root, 0, root, false);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { element, flags, block } = frame;
    const node = element.childNodes[frame.next];
    frame.next += 1;
    if (node === undefined) {
      stack.pop();
      const range = ranges.get(element);
      if (range !== undefined) range.to = segments.length;
      if (block === element) segments.push(separator);
    } else if (isElement(node)) {
      enter(node, flags, block, frame.insideSection);
    } else if (node.nodeName === '#text' && 'value' in node && element.tagName !== 'head') {
      const { text, words, commas, starts, ends } = scanText(node.value);
      const segment = { text, flags, words, commas, starts, ends };
      segments.push(segment);
      if ((flags & (flag.hidden | flag.boilerplate)) === 0) measure(blockOf(blocks, block), segment);
    }
  }
  return { segments, ranges, hiddenRoots, blocks, elements };
}

function measure(block: Block, { text, flags, commas }: Segment): void {
  const { length } = text.trim();
  block.chars += length;
  block.commas += commas;
  if ((flags & flag.link) !== 0) block.linkChars += length;
}

/** Text of a range without the segments that carry any of the unwanted flags, one line for each block. */
export function textOfRange(walked: Walk, range: Range, unwanted: number): string {
  const parts: string[] = [];
  let lineStart = true;
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment === undefined || (segment.flags & unwanted) !== 0) continue;
    if (lineStart && (segment === separator || segment.text === ' ')) continue;
    parts.push(segment.text);
    lineStart = segment === separator;
  }
  return parts.join('').trim();
}

/** Characters of the same text, white space between blocks not counted: cheaper than building it. */
export function lengthOfRange(walked: Walk, range: Range, unwanted: number): number {
  let length = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment !== undefined && segment !== separator && (segment.flags & unwanted) === 0)
      length += segment.text.length;
  }
  return length;
}

/**
 * Words of the text of a range for several sets of unwanted flags at once, each text being counted once. A word that runs
 * from one segment into the next, as in `<b>O</b>nce`, is one word.
 */
export function countRange(walked: Walk, range: Range, unwanted: readonly number[]): number[] {
  const counts = unwanted.map(() => 0);
  const open = unwanted.map(() => false);
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment === undefined || segment.text === '') continue;
    const { words, starts, ends } = segment;
    for (let set = 0; set < unwanted.length; set += 1) {
      if ((segment.flags & (unwanted[set] ?? 0)) !== 0) continue;
      counts[set] = (counts[set] ?? 0) + words - (starts && open[set] === true ? 1 : 0);
      open[set] = ends;
    }
  }
  return counts;
}
