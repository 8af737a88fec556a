import { type HiddenBy, type HidingRules, hiddenBy } from './hiding.ts';
import { attribute, type HtmlDocument, type HtmlElement, type HtmlNode, isElement } from './parseHtml.ts';

/** What is known of a piece of text from the elements around it. */
export const flag = { hidden: 1, boilerplate: 2, link: 4, noSnippet: 8 } as const;

export type Segment = { text: string; flags: number };

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

const silent = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'head', 'title']);
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
function isBoilerplate(element: HtmlElement, insideSection: boolean): boolean {
  const role = attribute(element, 'role');
  if (role !== null) return boilerplateRoles.has(role);
  if (!boilerplateTags.has(element.tagName)) return false;
  return !(insideSection && (element.tagName === 'header' || element.tagName === 'footer'));
}

type Frame = {
  node: HtmlNode;
  flags: number;
  block: HtmlElement;
  insideSection: boolean;
  /** Set on the second visit, when the element's text is behind us. */
  leaving: boolean;
};

function blockOf(blocks: Map<HtmlElement, Block>, element: HtmlElement): Block {
  const known = blocks.get(element);
  if (known !== undefined) return known;
  const block = { element, chars: 0, commas: 0, linkChars: 0 };
  blocks.set(element, block);
  return block;
}

const separator: Segment = { text: '\n', flags: 0 };

/** One pass over the document, with its own stack, so that no nesting can end the process. */
export function walk(document: HtmlDocument, rules: HidingRules): Walk {
  const segments: Segment[] = [];
  const ranges = new Map<HtmlElement, Range>();
  const hiddenRoots: HiddenRoot[] = [];
  const blocks = new Map<HtmlElement, Block>();
  const elements: { element: HtmlElement; flags: number }[] = [];
  const root = document.childNodes.find((node) => isElement(node));
  if (root === undefined || !isElement(root)) return { segments, ranges, hiddenRoots, blocks, elements };
  const stack: Frame[] = [{ node: root, flags: 0, block: root, insideSection: false, leaving: false }];
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { node, flags } = frame;
    if (node.nodeName === '#text' && 'value' in node) {
      const text = collapse(node.value);
      segments.push({ text, flags });
      if ((flags & (flag.hidden | flag.boilerplate)) === 0) measure(blockOf(blocks, frame.block), text, flags);
      continue;
    }
    if (!isElement(node)) continue;
    if (frame.leaving) {
      const range = ranges.get(node);
      if (range !== undefined) range.to = segments.length;
      if (!inline.has(node.tagName)) segments.push(separator);
      continue;
    }
    let own = flags;
    if ((flags & flag.hidden) === 0) {
      const by = hiddenBy(node, rules);
      if (by !== null) {
        const range = { from: segments.length, to: segments.length };
        hiddenRoots.push({ element: node, by, range });
        ranges.set(node, range);
        // Text hidden from assistive technology alone is still there for eyes and readers.
        if (by !== 'aria') own |= flag.hidden;
      }
    }
    if (isBoilerplate(node, frame.insideSection)) own |= flag.boilerplate;
    if (node.tagName === 'a') own |= flag.link;
    if (attribute(node, 'data-nosnippet') !== null) own |= flag.noSnippet;
    elements.push({ element: node, flags: own });
    if (silent.has(node.tagName) && node.tagName !== 'head') continue;
    const isInline = inline.has(node.tagName);
    if (node.tagName === 'br') segments.push(separator);
    if (!isInline) {
      segments.push(separator);
      if (!ranges.has(node)) ranges.set(node, { from: segments.length, to: segments.length });
    }
    stack.push({ ...frame, leaving: true });
    const block = isInline ? frame.block : node;
    const insideSection = frame.insideSection || sectioning.has(node.tagName);
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
      const child = node.childNodes[at];
      if (child === undefined || (node.tagName === 'head' && !isElement(child))) continue;
      stack.push({ node: child, flags: own, block, insideSection, leaving: false });
    }
  }
  return { segments, ranges, hiddenRoots, blocks, elements };
}

function measure(block: Block, text: string, flags: number): void {
  const { length } = text.trim();
  if (length === 0) return;
  block.chars += length;
  if ((flags & flag.link) !== 0) block.linkChars += length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The commas of Latin, Chinese and Japanese, full-width and Arabic writing.
    if (code === 0x2c || code === 0x3001 || code === 0xff0c || code === 0x060c) block.commas += 1;
  }
}

const needsCollapse = /[\t\n\r\f\v\u00a0]| {2}/;

function collapse(text: string): string {
  return needsCollapse.test(text) ? text.replace(/\s+/g, ' ') : text;
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
