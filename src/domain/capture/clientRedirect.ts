import { decodeReferences } from '../html/characterReferences.ts';
import { listBlocks, withoutBlocks } from '../html/htmlBlocks.ts';
import { absoluteUrl } from '../urls/absoluteUrl.ts';

/** Redirect by the page itself, without a 3xx status. Crawlers without a browser may not follow either kind. */
export type ClientRedirect = { kind: 'meta_refresh' | 'script'; to: string };

/** Maximum delay in seconds for a refresh to count as a redirect rather than a reload. */
const maxDelaySeconds = 10;
/** A page with more words than this has content of its own, whatever its scripts do later. */
const fewWords = 50;
const readWithin = 64 * 1024;

const scriptTarget =
  /(?:^|[^\w.])(?:(?:window|document|self|top)\s{0,8}\.\s{0,8})?location(?:\s{0,8}\.\s{0,8}href)?\s{0,8}=\s{0,8}["']([^"'\\<]{1,500})["']|(?:^|[^\w])location\s{0,8}\.\s{0,8}(?:replace|assign)\s{0,8}\(\s{0,8}["']([^"'\\<]{1,500})["']/;

/**
 * Finds the meta refresh of a page, or the address that an inline script of a nearly empty page opens immediately. Null
 * if the page does not redirect, or only to itself. Content of noscript is ignored: it is for readers without scripts.
 */
export function clientRedirect(html: string, url: string): ClientRedirect | null {
  const start = withoutBlocks(html.slice(0, readWithin), '<!--', '-->');
  const text = withoutBlocks(start, '<noscript', '</noscript');
  const refresh = metaRefresh(text);
  const redirect: ClientRedirect | null =
    refresh !== null
      ? resolved('meta_refresh', refresh, url)
      : html.length <= readWithin && wordsOf(text) < fewWords
        ? resolved('script', scriptRedirect(text), url)
        : null;
  return redirect === null || redirect.to === absoluteUrl(url) ? null : redirect;
}

function resolved(kind: ClientRedirect['kind'], reference: string | null, url: string): ClientRedirect | null {
  const to = reference === null ? null : absoluteUrl(reference, url);
  return to === null ? null : { kind, to };
}

function metaRefresh(html: string): string | null {
  for (const [tag] of html.matchAll(/<meta\b[^>]{0,2000}>/gi)) {
    if (!/\bhttp-equiv\s*=\s*["']?refresh\b/i.test(tag)) continue;
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const text = decodeReferences(content?.[1] ?? content?.[2] ?? '');
    const parts = /^\s*(\d{1,6})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(text);
    if (parts?.[2] !== undefined && Number(parts[1]) <= maxDelaySeconds) return parts[2].trim();
  }
  return null;
}

function scriptRedirect(html: string): string | null {
  for (const { inside } of listBlocks(html, '<script', '</script')) {
    const match = scriptTarget.exec(inside.slice(inside.indexOf('>') + 1));
    if (match !== null) return match[1] ?? match[2] ?? null;
  }
  return null;
}

function wordsOf(html: string): number {
  let text = html;
  for (const name of ['script', 'style', 'title', 'template']) text = withoutBlocks(text, `<${name}`, `</${name}`);
  text = withoutBlocks(text, '<', '>').trim();
  return text === '' ? 0 : text.split(/\s+/).length;
}
