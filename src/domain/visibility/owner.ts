import { parse } from 'tldts';
import type { VisibilityWebsite } from './attempt.ts';
import { compactForm, nameForm } from './nameForm.ts';
import { isSharedHost } from './sharedHosts.ts';
import { urlHome } from './urlHome.ts';

/** What a website's owner has registered, ready for comparison. */
export type Owner = {
  domain: string;
  /** Forms of the website's name, its domain and its aliases. */
  names: ReadonlySet<string>;
  /** Compact forms of the same and of the domain labels: close enough to ask the owner, never enough to decide. */
  nearNames: ReadonlySet<string>;
  domains: ReadonlySet<string>;
  prefixes: readonly UrlPrefix[];
};

type UrlPrefix = { host: string; path: string; query: readonly (readonly [string, string])[] };

export function readOwner(website: VisibilityWebsite): Owner {
  const names = new Set<string>();
  const nearNames = new Set<string>();
  const domains = new Set<string>([website.domain]);
  const prefixes: UrlPrefix[] = [];
  for (const entry of [website.domain, website.name, ...website.aliases]) {
    const prefix = readPrefix(entry.trim());
    if (prefix !== null) {
      prefixes.push(prefix);
      continue;
    }
    const form = nameForm(entry);
    if (form === '') continue;
    names.add(form);
    nearNames.add(compactForm(entry));
    const { hostname, domain, domainWithoutSuffix } = parse(form, { allowPrivateDomains: true });
    if (domain === null || hostname !== form) continue;
    nearNames.add(compactForm(domainWithoutSuffix ?? domain));
    // A host below a domain stands for itself only: shop.acme.example does not claim all of acme.example.
    if (form === domain || form === `www.${domain}`) domains.add(domain);
    else prefixes.push({ host: form, path: '', query: [] });
  }
  nearNames.delete('');
  return { domain: website.domain, names, nearNames, domains, prefixes };
}

/**
 * Is this page the owner's? On a host that many share only under a registered prefix, so that an owner whose site lives
 * on a shared host never claims its neighbours.
 */
export function ownsUrl(owner: Owner, url: string): boolean {
  const home = urlHome(url);
  if (home === null) return false;
  if (!home.shared && owner.domains.has(home.domain ?? home.host)) return true;
  return underPrefix(owner, url);
}

export function underPrefix(owner: Owner, url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const host = withoutWww(parsed.hostname);
  return owner.prefixes.some(
    (prefix) =>
      host === prefix.host &&
      (parsed.pathname === prefix.path || parsed.pathname.startsWith(`${prefix.path}/`)) &&
      prefix.query.every(([name, value]) => parsed.searchParams.get(name) === value),
  );
}

/** Domains the owner has grouped count as the website's one domain. */
export function ownDomainOf(owner: Owner, domain: string): string {
  return owner.domains.has(domain) && !isSharedHost(domain) ? owner.domain : domain;
}

function readPrefix(entry: string): UrlPrefix | null {
  if (!/^https?:\/\//i.test(entry)) return null;
  const parsed = URL.parse(entry);
  if (parsed === null) return null;
  // Without its last slash, so that /acme holds /acme and /acme/x, and not /acme-other.
  return {
    host: withoutWww(parsed.hostname),
    path: parsed.pathname.replace(/\/+$/, ''),
    query: [...parsed.searchParams],
  };
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}
