import { decodeBody } from './decodeCharset.ts';
import { findHiddenInstructions, type HiddenInstruction } from './hiddenInstructions.ts';
import { readHidingRules } from './hiding.ts';
import { findMain } from './mainText.ts';
import { type MarkupFacts, readMarkupFacts } from './markupFacts.ts';
import { type HtmlElement, isElement, type ParsedHtml, parentOf, parseHtml } from './parseHtml.ts';
import { maxTextLength, readRange } from './rangeText.ts';
import { rawText } from './rawText.ts';
import { flag, walk } from './walk.ts';

/** Everything the checks read from one HTML document, parsed once. Texts stay inside the analyser. */
export type PageFacts = MarkupFacts & {
  /** Reason why only part of the page was read or kept; null if all of it was. */
  cut: ParsedHtml['cut'] | 'text';
  charset: string;
  /** Text of the body without what is hidden. */
  bodyText: string;
  /** The same without navigation, header, footer and asides. */
  contentText: string;
  /** Text of the main block; empty if none was found. */
  mainText: string;
  bodyWords: number;
  contentWords: number;
  mainWords: number;
  mainSource: 'main' | 'article' | 'scored' | 'none';
  /** Share of the main block's characters that are link text, 0 to 1. */
  mainLinkShare: number;
  /** Share of the main block's characters under `data-nosnippet`, 0 to 1. */
  noSnippetShare: number;
  hiddenInstructions: readonly HiddenInstruction[];
};

export function readPage(body: Uint8Array, contentType: string | null, pageUrl: string): PageFacts {
  const { text, charset } = decodeBody(body, contentType);
  return readPageText(text, charset, pageUrl);
}

/** Reads a rendered page, whose DOM is already text. */
export function readPageText(html: string, charset: string, pageUrl: string): PageFacts {
  const parsed = parseHtml(html);
  const sheets = html.includes('<style') ? readSheets(parsed) : [];
  const walked = walk(parsed.document, readHidingRules(sheets));
  const mainContent = findMain(walked);
  const main = mainContent === null || mainContent.element.from < 0 ? null : mainContent.element;
  const whole = walked.body === null || walked.body.from < 0 ? { from: 0, to: walked.segments.length } : walked.body;
  const aside = flag.hidden | flag.boilerplate;
  const body = readRange(walked, whole, flag.hidden, null);
  const content = readRange(walked, whole, aside, body);
  const inMain = main === null ? null : readRange(walked, main, aside, content);
  const chars = inMain?.chars ?? 0;
  const share = (some: number) => (chars === 0 ? 0 : 1 - (chars - some) / chars);
  return {
    cut: parsed.cut ?? (body.chars > maxTextLength ? 'text' : null),
    charset,
    bodyText: body.text,
    contentText: content.text,
    mainText: inMain?.text ?? '',
    bodyWords: body.words,
    contentWords: content.words,
    mainWords: inMain?.words ?? 0,
    mainSource: mainContent?.source ?? 'none',
    mainLinkShare: share(inMain?.linkChars ?? 0),
    noSnippetShare: share(inMain?.noSnippetChars ?? 0),
    hiddenInstructions: findHiddenInstructions(walked),
    ...readMarkupFacts(walked, pageUrl, main),
  };
}

function readSheets({ document, styles }: ParsedHtml): string[] {
  const [only] = styles;
  if (only === undefined) return [];
  if (styles.length === 1) return isIn(only, document) ? [rawText(only)] : [];
  const sheets: string[] = [];
  const waiting = [...document.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    if (node.tagName === 'style') sheets.push(rawText(node));
    else for (const child of node.childNodes) if (isElement(child)) waiting.push(child);
  }
  return sheets;
}

/** Returns true if an element is in the document; the content of a template is not. */
function isIn(element: HtmlElement, document: ParsedHtml['document']): boolean {
  let at = element;
  for (let parent = parentOf(at); parent !== null; parent = parentOf(at)) at = parent;
  return at.parentNode === document;
}
