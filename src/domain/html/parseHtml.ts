import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type TreeAdapter,
} from 'parse5';
import { maxAttributes, QuickTokenizer, tokenize } from './quickTokenizer.ts';

/** An element with the results of the walk. */
export type HtmlElement = DefaultTreeAdapterTypes.Element & {
  /** Flags of its text, from itself and its ancestors. */
  flags: number;
  /** Its text is `segments.slice(from, to)` of the walk; -1 if unknown. */
  from: number;
  to: number;
  /**
   * Characters of readable text in the element as a block and in blocks below it, and how many of them are in links.
   */
  chars: number;
  linkChars: number;
};
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** Chromium flattens a document at this depth; nothing a reader sees is nested deeper. */
const maxDepth = 512;
/** Two megabytes of a hand-written page have fewer; twenty such pages are read in seconds. */
const maxElements = 50_000;

export type ParsedHtml = {
  document: HtmlDocument;
  /** All style elements, including those that ended up outside the document. */
  styles: readonly HtmlElement[];
  /** Reason why parsing stopped early; null if the whole text was read. The document up to that point is correct. */
  cut: null | 'depth' | 'elements' | 'attributes';
};

/** Stops the parser early; the document stays as far as it was built. */
class ParsingCut extends Error {
  readonly reason: 'depth' | 'elements' | 'attributes';

  constructor(reason: 'depth' | 'elements' | 'attributes') {
    super(reason);
    this.reason = reason;
  }
}

const tree: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespaceURI, attrs): HtmlElement => ({
    nodeName: tagName,
    tagName,
    attrs,
    namespaceURI,
    childNodes: [],
    parentNode: null,
    flags: 0,
    from: -1,
    to: -1,
    chars: 0,
    linkChars: 0,
  }),
  // An array literal has room for one node, which is what most elements have; the first push makes room for seventeen.
  appendChild: (parent, node) => {
    if (parent.childNodes.length === 0) parent.childNodes = [node];
    else parent.childNodes.push(node);
    node.parentNode = parent;
  },
  insertText: (parent, text) => {
    const last = parent.childNodes.at(-1);
    if (last !== undefined && 'value' in last) last.value += text;
    else tree.appendChild(parent, defaultTreeAdapter.createTextNode(text));
  },
};

class PageParser extends Parser<DefaultTreeAdapterMap> {
  readonly quick: QuickTokenizer;
  readonly styles: HtmlElement[] = [];
  private readonly shadowRoots: HtmlElement[] = [];
  private elements = 0;

  constructor() {
    super({ treeAdapter: tree, sourceCodeLocationInfo: false });
    this.quick = new QuickTokenizer({ sourceCodeLocationInfo: false }, this);
    this.tokenizer = this.quick;
  }

  override _createElement(
    ...[tagName, namespaceURI, attrs, parent]: Parameters<Parser<DefaultTreeAdapterMap>['_createElement']>
  ): DefaultTreeAdapterTypes.Element {
    this.elements += 1;
    if (this.elements > maxElements) throw new ParsingCut('elements');
    if (attrs.length > maxAttributes) throw new ParsingCut('attributes');
    if (this.openElements.stackTop >= maxDepth) throw new ParsingCut('depth');
    const element = super._createElement(tagName, namespaceURI, attrs, parent);
    if (tagName === 'style' && isElement(element)) this.styles.push(element);
    if (
      tagName === 'template' &&
      isElement(element) &&
      /^(?:open|closed)$/i.test(attribute(element, 'shadowrootmode') ?? '')
    )
      this.shadowRoots.push(element);
    return element;
  }

  /**
   * A browser shows a declarative shadow root inside its host, so it becomes a child of the host here, under its own
   * name. Its style sheets apply only to itself and are left out.
   */
  attachShadowRoots(): void {
    for (const element of this.shadowRoots) {
      const content = tree.getTemplateContent(element as unknown as DefaultTreeAdapterTypes.Template);
      element.tagName = element.nodeName = 'shadow-root';
      element.childNodes = content.childNodes.filter((node) => !isElement(node) || node.tagName !== 'style');
      for (const node of content.childNodes) node.parentNode = element.childNodes.includes(node) ? element : null;
    }
  }
}

/**
 * Parses HTML as a browser with scripting would, and stops if the input is built to cost time: parse5 walks the open
 * elements for each tag and reopens formatting elements in each paragraph, so elements, depth and attributes are
 * limited.
 */
export function parseHtml(html: string): ParsedHtml {
  const parser = new PageParser();
  const { document, styles } = parser;
  try {
    if (!tokenize(html, parser.quick)) throw new ParsingCut('attributes');
  } catch (error) {
    if (!(error instanceof ParsingCut)) throw error;
    parser.attachShadowRoots();
    return { document, styles, cut: error.reason };
  }
  parser.attachShadowRoots();
  return { document, styles, cut: null };
}

export function isElement(node: HtmlNode | DefaultTreeAdapterTypes.ParentNode): node is HtmlElement {
  return 'tagName' in node;
}

export function parentOf(element: HtmlElement): HtmlElement | null {
  const parent = element.parentNode;
  return parent !== null && isElement(parent) ? parent : null;
}

export function attribute(element: HtmlElement, name: string): string | null {
  for (const each of element.attrs) if (each.name === name) return each.value;
  return null;
}

/** Returns `html>body>div[2]>p`: the path of an element, counted among its siblings of the same name. */
export function elementPath(element: HtmlElement): string {
  const steps: string[] = [];
  let at: HtmlElement | null = element;
  while (at !== null) {
    const parent: DefaultTreeAdapterTypes.ParentNode | null = at.parentNode;
    const name = at.tagName;
    const siblings = (parent?.childNodes ?? []).filter((node) => isElement(node) && node.tagName === name);
    steps.push(siblings.length > 1 ? `${name}[${siblings.indexOf(at) + 1}]` : name);
    at = parent !== null && isElement(parent) ? parent : null;
  }
  return steps.reverse().join('>');
}
