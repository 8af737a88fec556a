import { parse } from 'tldts';
import { recentMemory } from '../text/recentMemory.ts';
import { compactForm } from './nameForm.ts';
import { isSharedHost } from './sharedHosts.ts';

/** Home of a URL: its host, and the registrable domain that owns the host (Public Suffix List, private section on). */
export type UrlHome = {
  host: string;
  /** null for IP addresses, bare suffixes and single labels, which cannot be registered. */
  domain: string | null;
  /** The domain's own label: `acme` of acme.co.uk. */
  label: string | null;
  /** The label in the form that is compared with names. */
  compactLabel: string;
  /** True for a host with many owners, whose address alone identifies none of them. */
  shared: boolean;
  path: string;
  query: URLSearchParams;
};

/** Returns null if the text is not an absolute http(s) URL. */
export function urlHome(url: string): UrlHome | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  const { domain, domainWithoutSuffix } = parse(parsed.hostname, { allowPrivateDomains: true });
  return {
    host: parsed.hostname,
    domain,
    label: domainWithoutSuffix,
    compactLabel: compactForm(domainWithoutSuffix ?? ''),
    shared: isSharedHost(parsed.hostname),
    path: parsed.pathname,
    query: parsed.searchParams,
  };
}

const recentHomes = recentMemory<{ home: UrlHome | null }>(5_000);

/**
 * Does the same, parsing each URL once: the answers of a period share most of their sources, and parsing dominates the
 * cost of a report. All owners share one bounded cache, since cached readings would otherwise keep one each.
 */
export function rememberedUrlHome(url: string): UrlHome | null {
  return recentHomes(url, () => ({ home: urlHome(url) })).home;
}
