import { getDomain } from 'tldts';
import { absoluteUrl } from './absoluteUrl.ts';

const notAPage =
  /\.(?:7z|atom|avi|avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|jpe?g|js|json|map|mjs|mov|mp[34]|ogg|otf|pdf|png|pptx?|rar|rss|svg|tar|tiff?|ttf|txt|wasm|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;

/** Does the same as `absoluteUrl`, but returns null for an address that is clearly a file rather than a page. */
export function pageUrl(reference: string, base?: string): string | null {
  const url = absoluteUrl(reference, base);
  return url === null || notAPage.test(new URL(url).pathname) ? null : url;
}

/**
 * Returns true if the URL belongs to the website: its host is the registrable domain or below it. IP addresses and
 * `localhost` have no registrable domain, so the host itself is the website.
 */
export function onSite(url: string, registrableDomain: string): boolean {
  const hostname = new URL(url).hostname;
  if (hostname === registrableDomain) return true;
  return getDomain(hostname, { allowPrivateDomains: true }) === registrableDomain;
}

/** Returns the first path segment, `''` for the root. A file in the root counts as a segment. */
export function firstSegment(url: string): string {
  return new URL(url).pathname.split('/')[1] ?? '';
}

/**
 * Returns true for attachments and for the second and later pages of a list: they have no text of their own that
 * represents the website, so they are sampled last.
 */
export function isMarginal(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  if (/\/(?:attachment|wp-content|wp-json|uploads)\//i.test(pathname)) return true;
  if (/\/page\/\d+\/?$/i.test(pathname)) return true;
  return ['attachment_id', 'page', 'paged', 'offset', 'start'].some((name) =>
    /^\d+$/.test(searchParams.get(name) ?? ''),
  );
}
