import type { HtmlElement } from './parseHtml.ts';

/** Returns the text content of a script, style or title. */
export function rawText(element: HtmlElement): string {
  return element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}
