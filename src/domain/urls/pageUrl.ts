import { getDomain } from 'tldts';
import { absoluteUrl } from './absoluteUrl.ts';

const notAPage =
  /\.(?:7z|atom|avi|avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|jpe?g|js|json|map|mjs|mov|mp[34]|ogg|otf|pdf|png|pptx?|rar|rss|svg|tar|tiff?|ttf|txt|wasm|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;

/** Like `absoluteUrl`, but null for what is plainly a file and not a page. */
export function pageUrl(reference: string, base?: string): string | null {
  const url = absoluteUrl(reference, base);
  return url === null || notAPage.test(new URL(url).pathname) ? null : url;
}

/**
 * True if the URL lies on the website: its host is the registrable domain or below it. Addresses and `localhost` have
 * no registrable domain, so there the host itself is the website.
 */
export function onSite(url: string, registrableDomain: string): boolean {
  const hostname = new URL(url).hostname;
  if (hostname === registrableDomain) return true;
  return getDomain(hostname, { allowPrivateDomains: true }) === registrableDomain;
}

/** First path segment, `''` for the root. A file in the root is a segment of its own. */
export function firstSegment(url: string): string {
  return new URL(url).pathname.split('/')[1] ?? '';
}

/**
 * Attachments, and the second and later pages of a list: they hold no text of their own that speaks for the website, so
 * they are sampled last.
 */
export function isMarginal(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  if (/\/(?:attachment|wp-content|wp-json|uploads)\//i.test(pathname)) return true;
  if (/\/page\/\d+\/?$/i.test(pathname)) return true;
  return ['attachment_id', 'page', 'paged', 'offset', 'start'].some((name) =>
    /^\d+$/.test(searchParams.get(name) ?? ''),
  );
}
