import { normaliseEncoding } from '../urls/addressKey.ts';
import { normaliseUrl } from '../urls/normaliseUrl.ts';
import { registrableDomain } from '../urls/siteDomain.ts';
import { isPath } from './importKind.ts';

/**
 * One spelling for a page of a website, so that figures of several vendors meet: host without `www.` unless it is the
 * website's own, path without a closing slash, query without tracking. `/` is the home page. Null for other
 * websites and other texts.
 */
export function normalisePageKey(raw: string, domain: string): string | null {
  const text = raw.trim();
  const output = isPath(text) ? `https://${domain}${text}` : /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : null;
  // GA4 writes landing pages that it does not know as `(not set)`; bare hosts with a path come from Matomo.
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
