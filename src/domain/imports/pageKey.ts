import { normaliseEncoding } from '../urls/addressKey.ts';
import { normaliseUrl } from '../urls/normaliseUrl.ts';
import { registrableDomain } from '../urls/siteDomain.ts';
import { isPath } from './importKind.ts';

/**
 * Returns the canonical spelling of a website's page, so that figures of several vendors can be joined: host without
 * `www.` unless it is the website's own, path without a trailing slash, query without tracking parameters. `/` is the
 * home page. Null for other websites and other texts.
 */
export function normalisePageKey(raw: string, domain: string): string | null {
  const text = raw.trim();
  const output = isPath(text) ? `https://${domain}${text}` : /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : null;
  // GA4 writes unknown landing pages as `(not set)`; Matomo writes hosts with a path but no scheme.
  const bare = output ?? (/^[\w.-]+\.[a-z]{2,}\//i.test(text) ? `https://${text}` : null);
  if (bare === null) return null;
  // A website on a private address has no public spelling.
  const url = URL.parse(normaliseUrl(bare) ?? (URL.parse(bare)?.hostname === domain ? bare : ''));
  if (url === null) return null;
  const host = url.hostname.replace(/^www\./, '');
  if (host !== domain && registrableDomain(host) !== domain) return null;
  const path = normaliseEncoding(url.pathname).replace(/(?<!\/)\/+$/, '');
  const place = `${path === '' ? '/' : path}${url.search}`;
  return host === domain ? place : `${host}${place}`;
}
