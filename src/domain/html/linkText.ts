import { attribute, type HtmlElement, isElement } from './parseHtml.ts';
import { cleanText } from './scanText.ts';

/**
 * Reads the anchor text, or the alternative text of its content. Limited in length, because anchors may wrap whole
 * pages.
 */
export function linkText(element: HtmlElement): string {
  const label = attribute(element, 'aria-label');
  if (label !== null) return cleanText(label).slice(0, 200);
  const [only] = element.childNodes;
  if (element.childNodes.length === 1 && only !== undefined && 'value' in only)
    return cleanText(only.value).slice(0, 200);
  const waiting = element.childNodes.toReversed();
  let out = '';
  let steps = 0;
  for (let node = waiting.pop(); node !== undefined && out.length < 200 && steps < 500; node = waiting.pop()) {
    steps += 1;
    if ('value' in node) out += node.value;
    else if (isElement(node)) {
      if (node.tagName === 'img') out += ` ${attribute(node, 'alt') ?? ''} `;
      else for (let at = node.childNodes.length - 1; at >= 0; at -= 1) push(waiting, node.childNodes[at]);
    }
  }
  return cleanText(out).slice(0, 200);
}

function push<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}
