import { getDomain } from 'tldts';

const notAPage =
  /\.(?:7z|atom|avi|avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|jpe?g|js|json|map|mjs|mov|mp[34]|ogg|otf|pdf|png|pptx?|rar|rss|svg|tar|tiff?|ttf|txt|wasm|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;

/** Absolute http(s) URL without fragment, or null. Anything with credentials is not a page address. */
export function absoluteUrl(reference: string, base?: string): string | null {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}

/** Like `absoluteUrl`, but null for what is plainly a file and not a page. */
export function pageUrl(reference: string, base?: string): string | null {
  const url = absoluteUrl(reference, base);
  return url === null || notAPage.test(new URL(url).pathname) ? null : url;
}

/**
 * True when the URL lies on the website: its host is the registrable domain or below it. Addresses and `localhost` have
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
