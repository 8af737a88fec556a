import { boilerplateRoles, bylineClass, kind, kindOf, rootIds } from './elementKinds.ts';
import { type HiddenBy, type HidingRules, hiddenBy, isNeverShown, isPainted } from './hiding.ts';
import { attribute, type HtmlDocument, type HtmlElement, isElement, parentOf } from './parseHtml.ts';
import { type ScannedText, scanText } from './scanText.ts';

/** Flags of a piece of text, from its ancestors. */
export const flag = { hidden: 1, boilerplate: 2, link: 4, noSnippet: 8, suspect: 16 } as const;

export type Segment = ScannedText;

/** The text of an element is `segments.slice(from, to)`. */
export type Range = { from: number; to: number };

type HiddenRoot = { element: HtmlElement; by: HiddenBy };

/** Text of one block, without blocks below it. */
export type Block = { element: HtmlElement; chars: number; commas: number; linkChars: number };

export type Walk = {
  segments: readonly Segment[];
  hiddenRoots: readonly HiddenRoot[];
  /** Blocks with readable text, in the order of their first text. */
  blocks: readonly Block[];
  root: HtmlElement | null;
  body: HtmlElement | null;
  /** Elements whose name or attribute states a fact, in tree order. */
  telling: readonly HtmlElement[];
  /** Elements with attributes of microdata or RDFa, in tree order. */
  marked: readonly HtmlElement[];
  /** Attributes whose text is read by screen readers or machines but never seen, in tree order. */
  spoken: readonly { element: HtmlElement; name: string; value: string }[];
  /** Readable elements marked as main text, and readable articles. */
  landmarks: readonly HtmlElement[];
  articles: readonly HtmlElement[];
};

/** An element whose children are being visited. One per depth, reused. */
type Frame = {
  element: HtmlElement;
  /** Index of the child to visit next. */
  next: number;
  /** For an inline element, the frame of the enclosing block. */
  around: Frame | null;
  /** Text of the block itself; null while empty, and for an inline element. */
  block: Block | null;
  insideSection: boolean;
};

/** Classes with which shops mark the cents of a price. */
const centsClass = /cents?\b|decimal|fraction|minor|nachkomma|centimes|centavos/i;

/** Marks a gap between two numbers without white space. */
const gap: Segment = { text: ' ', flags: 0, words: 0, commas: 0, starts: false, ends: false };
/** Marks the beginning or end of a block. */
export const separator: Segment = { text: '\n', flags: 0, words: 0, commas: 0, starts: false, ends: false };

/**
 * Single pass over the document with its own stack, so that no nesting can overflow the call stack. Its steps are
 * methods rather than closures: each page would create closures of its own, and code optimised on one page would not
 * fit the next.
 */
class Walker implements Walk {
  readonly segments: Segment[] = [];
  readonly hiddenRoots: HiddenRoot[] = [];
  readonly blocks: Block[] = [];
  readonly telling: HtmlElement[] = [];
  readonly marked: HtmlElement[] = [];
  readonly spoken: { element: HtmlElement; name: string; value: string }[] = [];
  readonly landmarks: HtmlElement[] = [];
  readonly articles: HtmlElement[] = [];
  root: HtmlElement | null = null;
  body: HtmlElement | null = null;
  private readonly rules: HidingRules;
  private readonly bylines = new Map<string, boolean>();
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** Cached attributes of the last element read. */
  private role: string | null = null;
  private mayHide = false;
  private tells = false;
  private marks = false;

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
    const meaning = kindOf(tagName);
    let flags = outer;
    this.role = null;
    this.marks = false;
    this.tells = (meaning & kind.telling) !== 0;
    this.mayHide = tagName === 'input' || isPainted(tagName, this.rules);
    if (element.attrs.length > 0) flags = this.readAttributes(element, outer);
    if (this.mayHide && (flags & flag.hidden) === 0) flags = this.readHiding(element, flags);
    if (this.isBoilerplate(tagName, meaning, parent)) flags |= flag.boilerplate;
    if (tagName === 'a') flags |= flag.link;
    element.flags = flags;
    if (this.tells) this.telling.push(element);
    if (this.marks) this.marked.push(element);
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
        case 'itemscope':
        case 'itemprop':
        case 'typeof':
        case 'property':
          this.tells = this.marks = true;
          break;
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
    // Content of a hidden element is already included in its text.
    if ((flags & flag.suspect) === 0) {
      element.from = element.to = this.segments.length;
      this.hiddenRoots.push({ element, by });
    }
    return flags | flag.suspect | (isNeverShown(by) ? flag.hidden : 0);
  }

  /** Returns true for a header or footer of the page, but not for one of an article or section. */
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

  /**
   * Returns false for the cents of `49<sup>99</sup>`, an exponent, or digits whose class marks them as cents: after
   * other digits they are not part of that number.
   */
  private isNumberOfItsOwn(text: string, element: HtmlElement): boolean {
    if (!/^\p{Nd}/u.test(text) || !/\p{Nd}$/u.test(this.segments.at(-1)?.text ?? '')) return false;
    for (let at: HtmlElement | null = element; at !== null; at = parentOf(at)) {
      if ((kindOf(at.tagName) & kind.inline) === 0) return false;
      if (at.tagName === 'sup' || at.tagName === 'sub' || centsClass.test(attribute(at, 'class') ?? '')) return true;
    }
    return false;
  }

  private readText(value: string, frame: Frame): void {
    const { flags } = frame.element;
    const segment = scanText(value, flags);
    if (segment.starts && this.isNumberOfItsOwn(segment.text, frame.element)) this.segments.push(gap);
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
