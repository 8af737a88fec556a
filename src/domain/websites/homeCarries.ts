import { isElement, parseHtml } from '../html/parseHtml.ts';
import { verificationMeta } from './siteVerification.ts';

/** Returns true if the page's head contains the token; the body may contain visitors' texts. */
export function homeCarries(html: string, token: string): boolean {
  const root = parseHtml(html).document.childNodes.find((node) => isElement(node));
  const head = root?.childNodes.find((node) => isElement(node) && node.tagName === 'head');
  if (head === undefined || !isElement(head)) return false;
  return head.childNodes.some((node) => {
    if (!isElement(node) || node.tagName !== 'meta') return false;
    const value = (name: string) => node.attrs.find((each) => each.name === name)?.value.trim();
    return value('name')?.toLowerCase() === verificationMeta && value('content') === token;
  });
}
