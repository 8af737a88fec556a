import type { VisibilityWebsite } from './attempt.ts';
import { compactForm, nameForm } from './nameForm.ts';
import { isSharedHost } from './sharedHosts.ts';
import { rememberingUrlHomes, type UrlHome, urlHome } from './urlHome.ts';

/** What a website's owner has registered, ready for comparison. */
export type Owner = {
  /** Everything that was registered, in one text: two owners with the same one read every answer alike. */
  registered: string;
  domain: string;
  /** Forms of the website's name, its domain and its aliases. */
  names: ReadonlySet<string>;
  /** Form of a name -> domain of the other company that the owner said it is. */
  others: ReadonlyMap<string, string>;
  /** Compact forms of the same and of the domain labels: close enough to ask the owner, never enough to decide. */
  nearNames: ReadonlySet<string>;
  domains: ReadonlySet<string>;
  prefixes: readonly UrlPrefix[];
  homeOf: (url: string) => UrlHome | null;
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
    const home = form.includes(' ') ? null : urlHome(`https://${form}/`);
    if (home === null || home.domain === null || home.path !== '/') continue;
    nearNames.add(home.compactLabel);
    // A host below a domain stands for itself only: shop.acme.example does not claim all of acme.example.
    if (withoutWww(home.host) === home.domain) domains.add(home.domain);
    else prefixes.push({ host: withoutWww(home.host), path: '', query: [] });
  }
  nearNames.delete('');
  const others = new Map(website.others.map((other) => [nameForm(other.name), other.domain]));
  const registered = JSON.stringify([website.domain, website.name, website.aliases, [...others]]);
  return {
    registered,
    domain: website.domain,
    names,
    others,
    nearNames,
    domains,
    prefixes,
    homeOf: rememberingUrlHomes(),
  };
}

/**
 * Is this page the owner's? On a host that many share only under a registered prefix, so that an owner whose site lives
 * on a shared host never claims its neighbours.
 */
export function ownsUrl(owner: Owner, url: string): boolean {
  const home = owner.homeOf(url);
  if (home === null) return false;
  if (!home.shared && owner.domains.has(home.domain ?? home.host)) return true;
  return underPrefix(owner, url);
}

export function underPrefix(owner: Owner, url: string): boolean {
  const home = owner.homeOf(url);
  if (home === null) return false;
  const host = withoutWww(home.host);
  return owner.prefixes.some(
    (prefix) =>
      host === prefix.host &&
      (home.path === prefix.path || home.path.startsWith(`${prefix.path}/`)) &&
      prefix.query.every(([name, value]) => home.query.get(name) === value),
  );
}

/** Domains the owner has grouped count as the website's one domain. */
export function ownDomainOf(owner: Owner, domain: string): string {
  return owner.domains.has(domain) && !isSharedHost(domain) ? owner.domain : domain;
}

function readPrefix(entry: string): UrlPrefix | null {
  const home = urlHome(entry);
  if (home === null) return null;
  // Without its last slash, so that /acme holds /acme and /acme/x, and not /acme-other.
  return { host: withoutWww(home.host), path: home.path.replace(/\/+$/, ''), query: [...home.query] };
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}
