import { type HiddenBy, type HidingRules, hiddenBy, isAway, isPainted } from './hiding.ts';
import { type HtmlDocument, type HtmlElement, isElement } from './parseHtml.ts';
import { type ScannedText, scanText } from './scanText.ts';

/** What is known of a piece of text from the elements around it. */
export const flag = { hidden: 1, boilerplate: 2, link: 4, noSnippet: 8, suspect: 16 } as const;

export type Segment = ScannedText;

/** The text of an element is `segments.slice(from, to)`. */
export type Range = { from: number; to: number };

export type HiddenRoot = { element: HtmlElement; by: HiddenBy };

/** Text that stands in one block itself, not in blocks below it. */
export type Block = { element: HtmlElement; chars: number; commas: number; linkChars: number };

export type Walk = {
  segments: readonly Segment[];
  hiddenRoots: readonly HiddenRoot[];
  /** Blocks with readable text, in the order of their first. */
  blocks: readonly Block[];
  root: HtmlElement | null;
  body: HtmlElement | null;
  /** Elements that tell a fact by their name or an attribute, in tree order. */
  telling: readonly HtmlElement[];
  /** Attributes whose text is spoken or read by machines and never seen, in tree order. */
  spoken: readonly { element: HtmlElement; name: string; value: string }[];
  /** Readable elements that say they hold the main text, and readable articles. */
  landmarks: readonly HtmlElement[];
  articles: readonly HtmlElement[];
};

/** What the name of an element means here. */
const kind = { silent: 1, inline: 2, boilerplate: 4, sectioning: 8, telling: 16 } as const;
const kinds = new Map<string, number>();

function are(meaning: number, names: string): void {
  for (const name of names.split(' ')) kinds.set(name, (kinds.get(name) ?? 0) | meaning);
}

are(kind.silent, 'script style noscript template iframe object svg math title');
are(
  kind.inline,
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr',
);
are(kind.boilerplate, 'nav aside dialog footer header select button textarea');
are(kind.sectioning, 'main article section');
are(kind.telling, 'html title base meta link h1 h2 h3 h4 h5 h6 a img script noscript time article address');

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

/** Ids of the elements that applications mount into. */
export const rootIds: ReadonlySet<string> = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'q-app',
]);
const bylineClass = /(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])/i;

/** Whether an attribute marks the author of what it stands on. */
export function isByline(name: string, value: string): boolean {
  return name === 'class' ? bylineClass.test(value) : name === 'itemprop' && value === 'author';
}

/** An element whose children are being visited. One a depth, used again and again. */
type Frame = {
  element: HtmlElement;
  /** Index of the child to visit next. */
  next: number;
  /** For an inline element, the frame of the block around it. */
  around: Frame | null;
  /** Text of the block itself; null until there is some, and in an inline element. */
  block: Block | null;
  insideSection: boolean;
};

const separator: Segment = { text: '\n', flags: 0, words: 0, commas: 0, starts: false, ends: false };

/**
 * One pass over the document, with its own stack, so that no nesting can end the process. Its steps are methods and not
 * closures, because each page would make closures of its own, and code compiled for one page would not fit the next.
 */
class Walker implements Walk {
  readonly segments: Segment[] = [];
  readonly hiddenRoots: HiddenRoot[] = [];
  readonly blocks: Block[] = [];
  readonly telling: HtmlElement[] = [];
  readonly spoken: { element: HtmlElement; name: string; value: string }[] = [];
  readonly landmarks: HtmlElement[] = [];
  readonly articles: HtmlElement[] = [];
  root: HtmlElement | null = null;
  body: HtmlElement | null = null;
  private readonly rules: HidingRules;
  private readonly bylines = new Map<string, boolean>();
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** Of the element whose attributes were read last. */
  private role: string | null = null;
  private mayHide = false;
  private tells = false;

  constructor(rules: HidingRules) {
    this.rules = rules;
  }

  run(root: HtmlElement): void {
    this.root = root;
    this.enter(root, 0, null);
    for (let frame = this.top(); frame !== null; frame = this.top()) {
      const { element } = frame;
      const node = element.childNodes[frame.next];
      frame.next += 1;
      if (node === undefined) this.leave(frame);
      else if (isElement(node)) this.enter(node, element.flags, frame);
      else if ('value' in node && element.tagName !== 'head') this.readText(node.value, frame);
    }
  }

  private top(): Frame | null {
    return this.depth === 0 ? null : (this.frames[this.depth - 1] ?? null);
  }

  private enter(element: HtmlElement, outer: number, parent: Frame | null): void {
    const { tagName } = element;
    const meaning = kinds.get(tagName) ?? 0;
    let flags = outer;
    this.role = null;
    this.tells = (meaning & kind.telling) !== 0;
    this.mayHide = tagName === 'input' || isPainted(tagName, this.rules);
    if (element.attrs.length > 0) flags = this.readAttributes(element, outer);
    if (this.mayHide && (flags & flag.hidden) === 0) flags = this.readHiding(element, flags);
    if (this.isBoilerplate(tagName, meaning, parent)) flags |= flag.boilerplate;
    if (tagName === 'a') flags |= flag.link;
    element.flags = flags;
    if (this.tells) this.telling.push(element);
    if (tagName === 'main' || this.role === 'main') {
      if ((flags & flag.hidden) === 0) this.landmarks.push(element);
    } else if (tagName === 'article' && (flags & flag.hidden) === 0) this.articles.push(element);
    else if (tagName === 'body') this.body ??= element;
    else if (tagName === 'br') this.segments.push(separator);
    if ((meaning & kind.silent) === 0) this.open(element, meaning, parent);
  }

  private readAttributes(element: HtmlElement, outer: number): number {
    let flags = outer;
    for (const { name, value } of element.attrs) {
      switch (name) {
        case 'class':
          this.mayHide = true;
          if (this.isBylineClass(value)) this.tells = true;
          break;
        case 'id':
          this.mayHide = true;
          if (rootIds.has(value)) this.tells = true;
          break;
        case 'style':
        case 'hidden':
        case 'aria-hidden':
          this.mayHide = true;
          break;
        case 'role':
          this.role = value;
          break;
        case 'data-nosnippet':
          flags |= flag.noSnippet;
          break;
        case 'itemprop':
        case 'ng-version':
          this.tells = true;
          break;
        case 'aria-label':
        case 'aria-description':
        case 'aria-placeholder':
          this.spoken.push({ element, name, value });
          break;
      }
    }
    return flags;
  }

  private isBylineClass(value: string): boolean {
    let is = this.bylines.get(value);
    if (is === undefined) {
      is = bylineClass.test(value);
      this.bylines.set(value, is);
    }
    return is;
  }

  private readHiding(element: HtmlElement, flags: number): number {
    const by = hiddenBy(element, this.rules);
    if (by === null) return flags;
    // What stands inside a hidden element is part of its text already.
    if ((flags & flag.suspect) === 0) {
      element.from = element.to = this.segments.length;
      this.hiddenRoots.push({ element, by });
    }
    return flags | flag.suspect | (isAway(by) ? flag.hidden : 0);
  }

  /** A header or footer is boilerplate of the page only when it is not that of an article or section. */
  private isBoilerplate(tagName: string, meaning: number, parent: Frame | null): boolean {
    if (this.role !== null) return boilerplateRoles.has(this.role);
    if ((meaning & kind.boilerplate) === 0) return false;
    return !(parent?.insideSection === true && (tagName === 'header' || tagName === 'footer'));
  }

  private open(element: HtmlElement, meaning: number, parent: Frame | null): void {
    const isInline = (meaning & kind.inline) !== 0;
    if (!isInline) {
      this.segments.push(separator);
      if (element.from < 0) element.from = element.to = this.segments.length;
    }
    let frame = this.frames[this.depth];
    if (frame === undefined) {
      frame = { element, next: 0, around: null, block: null, insideSection: false };
      this.frames.push(frame);
    }
    frame.element = element;
    frame.next = 0;
    frame.around = isInline && parent !== null ? (parent.around ?? parent) : null;
    frame.block = null;
    frame.insideSection = parent?.insideSection === true || (meaning & kind.sectioning) !== 0;
    this.depth += 1;
  }

  private leave(frame: Frame): void {
    const { element, block } = frame;
    if (element.from >= 0) element.to = this.segments.length;
    if (block !== null) {
      element.chars += block.chars;
      element.linkChars += block.linkChars;
    }
    if (frame.around === null) this.segments.push(separator);
    this.depth -= 1;
    const outer = this.top();
    if (outer === null) return;
    outer.element.chars += element.chars;
    outer.element.linkChars += element.linkChars;
  }

  private readText(value: string, frame: Frame): void {
    const { flags } = frame.element;
    const segment = scanText(value, flags);
    this.segments.push(segment);
    if ((flags & (flag.hidden | flag.boilerplate)) !== 0) return;
    const owner = frame.around ?? frame;
    let { block } = owner;
    if (block === null) {
      block = { element: owner.element, chars: 0, commas: 0, linkChars: 0 };
      owner.block = block;
      this.blocks.push(block);
    }
    const { length } = segment.text.trim();
    block.chars += length;
    block.commas += segment.commas;
    if ((flags & flag.link) !== 0) block.linkChars += length;
  }
}

export function walk(document: HtmlDocument, rules: HidingRules): Walk {
  const walker = new Walker(rules);
  const root = document.childNodes.find((node) => isElement(node));
  if (root !== undefined && isElement(root)) walker.run(root);
  return walker;
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

/** Whether there is a word among the same text. */
export function hasWordsIn(walked: Walk, range: Range, unwanted: number): boolean {
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment !== undefined && (segment.flags & unwanted) === 0 && segment.words > 0) return true;
  }
  return false;
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

export type RangeText = {
  text: string;
  words: number;
  /** Characters, white space between blocks not counted; and how many of them carry each flag. */
  chars: number;
  linkChars: number;
  noSnippetChars: number;
  /** The first and the last segment with more than a space, and how many stand from the one to the other. */
  first: number;
  last: number;
  segments: number;
};

/**
 * Text and measures of a range without the segments that carry any of the unwanted flags. A word that runs from one
 * segment into the next, as in `<b>O</b>nce`, is one word.
 * @param wider what was read of a range around this one with fewer flags unwanted: equal texts are then built and kept once
 */
export function readRange(walked: Walk, range: Range, unwanted: number, wider: RangeText | null): RangeText {
  const out = {
    ...{ text: '', words: 0, chars: 0, linkChars: 0, noSnippetChars: 0 },
    ...{ first: -1, last: -1, segments: 0 },
  };
  let open = false;
  let seen = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const segment = walked.segments[at];
    if (segment === undefined || (segment.flags & unwanted) !== 0 || segment.text === '') continue;
    const { flags, words, starts, ends } = segment;
    out.words += words - (starts && open ? 1 : 0);
    open = ends;
    if (segment === separator) continue;
    const { length } = segment.text;
    out.chars += length;
    if ((flags & flag.link) !== 0) out.linkChars += length;
    if ((flags & flag.noSnippet) !== 0) out.noSnippetChars += length;
    if (segment.text !== ' ') {
      if (out.first < 0) out.first = at;
      out.last = at;
    }
    if (out.first >= 0) seen += 1;
    if (out.last === at) out.segments = seen;
  }
  const isSame = wider?.first === out.first && wider.last === out.last && wider.segments === out.segments;
  if (out.first < 0) return out;
  out.text = isSame ? wider.text : textOfRange(walked, { from: out.first, to: out.last + 1 }, unwanted);
  return out;
}
