import { parse } from 'tldts';
import { isSharedHost } from './sharedHosts.ts';

/** Where a URL lives: its host, and the registrable domain that owns the host (Public Suffix List, private section on). */
export type UrlHome = {
  host: string;
  /** null for addresses, bare suffixes and single labels: nobody can register these. */
  domain: string | null;
  /** The domain's own label: `acme` of acme.co.uk. */
  label: string | null;
  /** Many owners publish here, so the address alone names none of them. */
  shared: boolean;
};

/** null when the text is not an absolute http(s) URL. */
export function urlHome(url: string): UrlHome | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  const { domain, domainWithoutSuffix } = parse(parsed.hostname, { allowPrivateDomains: true });
  return {
    host: parsed.hostname,
    domain,
    label: domainWithoutSuffix,
    shared: isSharedHost(parsed.hostname) || (domain !== null && isSharedHost(domain)),
  };
}

/** What citations are grouped by: the registrable domain, or the host where there is none. null when not a web URL. */
export function citedDomain(url: string): string | null {
  const home = urlHome(url);
  return home === null ? null : (home.domain ?? home.host);
}
