import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, Parser, Tokenizer } from 'parse5';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** Chromium flattens a document at this depth; nothing a reader sees is nested deeper. */
export const maxDepth = 512;
const maxElements = 200_000;
const maxAttributes = 512;
/** A tag that is still open is looked at between chunks, so a chunk bounds how many attributes are compared. */
const chunkLength = 65_536;

export type ParsedHtml = {
  document: HtmlDocument;
  /** Why parsing stopped early; null when the whole text was read. The document up to there is true. */
  cut: null | 'depth' | 'elements' | 'attributes';
};

class CountingTokenizer extends Tokenizer {
  get attributeCount(): number {
    return this.currentToken !== null && 'attrs' in this.currentToken ? this.currentToken.attrs.length : 0;
  }
}

/** Leaves the parser in the middle of its work; the document stays as far as it was built. */
class ParsingCut extends Error {
  readonly reason: 'depth' | 'elements' | 'attributes';

  constructor(reason: 'depth' | 'elements' | 'attributes') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Parses HTML as a browser with scripting would, and gives up where the input is built to cost time: parse5 compares
 * each new attribute with all before it, walks the open elements for each tag, and reopens formatting elements in each
 * paragraph, so all three must stay few.
 */
export function parseHtml(html: string): ParsedHtml {
  let elements = 0;
  const parser = new Parser<DefaultTreeAdapterMap>({ sourceCodeLocationInfo: false });
  const tokenizer = new CountingTokenizer({ sourceCodeLocationInfo: false }, parser);
  parser.tokenizer = tokenizer;
  const create = parser.treeAdapter.createElement;
  parser.treeAdapter = {
    ...parser.treeAdapter,
    createElement: (tagName, namespaceURI, attrs) => {
      elements += 1;
      if (elements > maxElements) throw new ParsingCut('elements');
      if (attrs.length > maxAttributes) throw new ParsingCut('attributes');
      if (parser.openElements.stackTop >= maxDepth) throw new ParsingCut('depth');
      return create(tagName, namespaceURI, attrs);
    },
  };
  try {
    for (let start = 0; start < html.length; start += chunkLength) {
      tokenizer.write(html.slice(start, start + chunkLength), false);
      if (tokenizer.attributeCount > maxAttributes) throw new ParsingCut('attributes');
    }
    tokenizer.write('', true);
  } catch (error) {
    if (error instanceof ParsingCut) return { document: parser.document, cut: error.reason };
    throw error;
  }
  return { document: parser.document, cut: null };
}

export function isElement(node: HtmlNode | DefaultTreeAdapterTypes.ParentNode): node is HtmlElement {
  return 'tagName' in node;
}

export function attribute(element: HtmlElement, name: string): string | null {
  for (const each of element.attrs) if (each.name === name) return each.value;
  return null;
}

/** `html>body>div[2]>p`: the place of an element, counted among its siblings of the same name. */
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
