import punycode from 'punycode/punycode.js';
import { getDomain } from 'tldts';
import { invalidField } from '../errors.ts';

/**
 * Returns the registrable domain (Public Suffix List, private section on); null for IP addresses, bare suffixes and
 * local names.
 */
export function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}

/**
 * Parses the home page of an owned website: an absolute http(s) URL without credentials, query or fragment. A bare host
 * is read as https. `allowPrivate` permits loopback names in tests and demos; the domain is then the host.
 * @throws invalid_request naming `url`
 */
export function parseSiteUrl(raw: string, allowPrivate: boolean): { url: string; domain: string } {
  const text = raw.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null) throw invalidField('url', 'must be a web address such as https://example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidField('url', 'must begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw invalidField('url', 'must not contain a user name or password');
  url.search = '';
  url.hash = '';
  const domain = registrableDomain(url.hostname);
  if (domain !== null) return { url: url.href, domain };
  if (allowPrivate) return { url: url.href, domain: url.hostname };
  throw invalidField('url', 'must be on a registrable domain, not an address, a local name or a bare public suffix');
}

/**
 * Returns host and path of a website without the parts that do not distinguish websites: the scheme, `www.` and a
 * trailing slash.
 */
export function siteAddressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}

const hostPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Names that are never on the public web. */
const localNames = ['localhost', 'local', 'internal', 'home.arpa', 'onion', 'invalid'];

/** Returns true if an `xn--` label equals the encoding of its own Unicode form; address parsers accept others too. */
function isReadableLabel(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  return URL.parse(`https://${decodedPunycode(label.slice(4))}.com`)?.hostname === `${label}.com`;
}

/** Decodes Punycode; empty for anything else. */
function decodedPunycode(text: string): string {
  try {
    return punycode.decode(text);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Decodes the `xn--` labels of a host to Unicode; labels that cannot be decoded stay. */
export function unicodeHost(host: string): string {
  const inLetters = (label: string) => (label.startsWith('xn--') ? decodedPunycode(label.slice(4)) || label : label);
  return host.split('.').map(inLetters).join('.');
}

/** Parses a domain for a paid lookup: the name itself, without `www.`. @throws invalid_request */
export function parseLookupDomain(raw: string, field: string): string {
  const host = parseDomain(raw, field);
  const bare = host.replace(/^www\./, '');
  return registrableDomain(bare) === null ? host : bare;
}

/**
 * Parses a domain in the form of allow-lists: lower case, IDN as punycode, no scheme, port or path.
 * @throws invalid_request naming `field`
 */
export function parseDomain(raw: string, field: string): string {
  const text = raw.trim().replace(/\.$/, '');
  if (/[/:@?#\\\s]/.test(text)) {
    throw invalidField(field, 'must be a bare domain such as example.com, without scheme, port or path');
  }
  // An address parser would decode or drop these, and search for a different name.
  if (/[%\p{Cc}]/u.test(text))
    throw invalidField(field, 'must be written in plain letters, without % or control characters');
  const host = URL.parse(`https://${text}`)?.hostname ?? '';
  if (!hostPattern.test(host) || /^[\d.]+$/.test(host)) {
    throw invalidField(field, 'must be a domain name such as example.com, not an address');
  }
  if (!host.split('.').every(isReadableLabel))
    throw invalidField(field, 'has a part that begins with xn-- and is not an internationalised name');
  if (localNames.some((suffix) => host.endsWith(`.${suffix}`))) {
    throw invalidField(
      field,
      'is a local name, which no search engine knows; name a public domain such as example.com',
    );
  }
  if (registrableDomain(host) === null) throw invalidField(field, 'is a public suffix; name a domain below it');
  return host;
}
