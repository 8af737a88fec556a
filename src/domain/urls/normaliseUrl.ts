import ipaddr from 'ipaddr.js';
import { parse as parseHost } from 'tldts';

/** Click-tracking parameters that never affect the page shown. */
const trackingParameters = new Set(['gclid', 'fbclid', 'srsltid']);
const maxUrlLength = 4096;

function isPublicHost(host: string): boolean {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  if (/^[\d.]+$|:/.test(bare)) return ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'unicast';
  // A suffix missing from our copy of the list must not drop evidence, but a local name is dropped.
  return parseHost(bare).domain !== null && !/\.(localhost|local|internal|lan|invalid|onion)$/.test(bare);
}

/**
 * Returns the canonical spelling of a page's address, or null if it is not a public web page (checks K3 and K4): http
 * or https, no credentials, a public host in lower case, no default port, no fragment (text fragments included), no
 * click-tracking parameters. Path, other parameters and their order stay as written.
 */
export function normaliseUrl(raw: string): string | null {
  if (raw.length > maxUrlLength) return null;
  const knownText = normalised.get(raw);
  if (knownText !== undefined) return knownText;
  if (normalised.size > maxKeptNames) normalised.clear();
  const fresh = normalise(raw);
  normalised.set(raw, fresh);
  return fresh;
}

/**
 * Cache of addresses: an answer's addresses are normalised repeatedly while it is read, and the result never changes.
 */
const normalised = new Map<string, string | null>();
const hosts = new Map<string, string>();
const maxKeptNames = 500;

function normalise(raw: string): string | null {
  const url = URL.parse(raw.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (!isPublicHost(url.hostname)) return null;
  url.hash = '';
  url.search = withoutTracking(url.search);
  // Otherwise an empty query would keep its question mark.
  return url.search === '' ? url.href.replace(/\?$/, '') : url.href;
}

/** Edits the query as text, because URLSearchParams would change the encoding of the rest. */
function withoutTracking(search: string): string {
  const keptItems = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const name = (pair.split('=', 1)[0] ?? '').toLowerCase();
      return pair !== '' && !name.startsWith('utm_') && !trackingParameters.has(name);
    });
  // The setter of `search` drops a leading question mark.
  return keptItems.length === 0 ? '' : `?${keptItems.join('&')}`;
}

/**
 * Returns the host of a normalised URL without `www.`, for comparing a link with a name. Empty for anything but a URL.
 */
export function hostOf(url: string): string {
  const entry = hosts.get(url);
  if (entry !== undefined) return entry;
  const host = URL.parse(url)?.hostname ?? '';
  const fresh = host.startsWith('www.') ? host.slice(4) : host;
  if (hosts.size > maxKeptNames) hosts.clear();
  if (url.length <= maxUrlLength) hosts.set(url, fresh);
  return fresh;
}
