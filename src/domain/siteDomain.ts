import { getDomain } from 'tldts';
import { invalidField } from './errors.ts';

/** Registrable domain (Public Suffix List, private section on), or null for addresses, bare suffixes and local names. */
export function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}

/**
 * The home page of an owned website: an absolute http(s) URL without credentials, query or fragment.
 * A bare host is read as https. `allowPrivate` lets tests and demos use loopback names, whose domain is then the host.
 * @throws invalid_request naming `url`
 */
export function parseSiteUrl(raw: string, allowPrivate: boolean): { url: string; domain: string } {
  const text = raw.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null) throw invalidField('url', 'must be a web address such as https://example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidField('url', 'must begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw invalidField('url', 'must not carry a user name or password');
  url.search = '';
  url.hash = '';
  const domain = registrableDomain(url.hostname);
  if (domain !== null) return { url: url.href, domain };
  if (allowPrivate) return { url: url.href, domain: url.hostname };
  throw invalidField('url', 'must be on a registrable domain, not an address, a local name or a bare public suffix');
}

const hostPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * A domain as paid look-ups and allow-lists take it: lower case, IDN as punycode, no scheme, port or path.
 * @throws invalid_request naming `field`
 */
export function parseDomain(raw: string, field: string): string {
  const text = raw.trim().replace(/\.$/, '');
  if (/[/:@?#\\\s]/.test(text)) {
    throw invalidField(field, 'must be a bare domain such as example.com, without scheme, port or path');
  }
  const host = URL.parse(`https://${text}`)?.hostname ?? '';
  if (!hostPattern.test(host) || /^[\d.]+$/.test(host)) {
    throw invalidField(field, 'must be a domain name such as example.com, not an address');
  }
  if (registrableDomain(host) === null) throw invalidField(field, 'is a public suffix; name a domain below it');
  return host;
}
