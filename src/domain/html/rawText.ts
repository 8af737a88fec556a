import type { HtmlElement } from './parseHtml.ts';

/** Returns the text of an element itself: of a script, a style, a title. */
export function rawText(element: HtmlElement): string {
  return element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}
