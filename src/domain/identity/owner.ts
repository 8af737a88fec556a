import { recentMemory } from '../text/recentMemory.ts';
import { unicodeHost } from '../urls/siteDomain.ts';
import type { VisibilityWebsite } from './attempt.ts';
import { genericWords } from './genericWords.ts';
import type { LearnedName } from './learnedName.ts';
import { compactForm, holdsForm, isUnspaced, textForm } from './nameForm.ts';
import { type RegisteredName, registeredName } from './registeredNames.ts';
import { isSharedHost } from './sharedHosts.ts';
import { rememberedUrlHome, type UrlHome, urlHome } from './urlHome.ts';

/** Registered names and domains of a website, prepared for comparison. */
export type Owner = {
  /**
   * Everything besides the answer that identity depends on, as one text: owners with equal texts read every answer
   * alike.
   */
  registered: string;
  domain: string;
  /** The website's name, its domain and its aliases. */
  names: readonly RegisteredName[];
  /** Names that the owner assigned to other companies. */
  others: readonly (RegisteredName & { domain: string })[];
  /** Domains that the owner assigned to other companies. */
  otherDomains: ReadonlySet<string>;
  /** Names learned from other saved answers, by form. */
  learned: ReadonlyMap<string, LearnedName>;
  /** Compact forms of names and domain labels: similar names are close enough to ask the owner, never to decide. */
  nearNames: ReadonlySet<string>;
  /** Words of the registered names that few other names contain. */
  distinctiveWords: ReadonlySet<string>;
  domains: ReadonlySet<string>;
  prefixes: readonly UrlPrefix[];
  /**
   * Everything of the owner that may appear in a text: the names, also written as one word, and the addresses on shared
   * hosts.
   */
  traces: readonly RegisteredName[];
  /** Traces that are domains and addresses, not names. */
  addresses: readonly RegisteredName[];
  /** Names of other companies that contain one of these. */
  othersAround: readonly RegisteredName[];
  homeOf: (url: string) => UrlHome | null;
};

type UrlPrefix = { host: string; path: string; query: readonly (readonly [string, string])[] };

/**
 * Cached readings keep their owner in memory. Equal owners share one object, so that answers do not keep a copy each.
 */
const recentOwners = recentMemory<Owner>(32);

export function readOwner(website: VisibilityWebsite): Owner {
  const { domain, name, url, aliases, exactNames, others, learned, commonWords } = website;
  const registered = JSON.stringify([domain, name, url, aliases, exactNames, others, learned, commonWords]);
  return recentOwners(registered, () => createOwner(website, registered));
}

function createOwner(website: VisibilityWebsite, registered: string): Owner {
  const names = new Map<string, RegisteredName>();
  const addresses = new Set<RegisteredName>();
  const nearNames = new Set<string>();
  const words = new Set<string>();
  const domains = new Set<string>([website.domain]);
  const prefixes = new Map<string, UrlPrefix>();
  const exact = new Set(website.exactNames);
  const addPrefix = (prefix: UrlPrefix) =>
    prefixes.set(JSON.stringify([prefix.host, prefix.path, prefix.query]), prefix);
  const own = readPrefix(website.url);
  // A website on its own host owns all of it; on a shared host, only what is under its address.
  if (own !== null && (own.path !== '' || own.query.length > 0 || !isSharedHost(own.host))) addPrefix(own);
  for (const entry of [website.domain, website.name, ...website.aliases]) {
    const prefix = readPrefix(entry.trim());
    if (prefix !== null) {
      addPrefix(prefix);
      continue;
    }
    const home = /[\s/]/.test(entry.trim()) ? null : urlHome(`https://${entry.trim()}/`);
    const isDomain = home !== null && home.domain !== null && home.path === '/';
    // The domain of a shared host names the host, not the website.
    if (isDomain && home.shared) continue;
    const name = registeredName(entry, exact.has(entry));
    if (name.form === '') continue;
    if (isDomain) addresses.add(name);
    names.set(JSON.stringify([name.form, name.cased]), name);
    nearNames.add(isDomain ? home.compactLabel : compactForm(entry));
    const initials = isDomain ? [] : name.form.split(' ').map((word) => word.charAt(0));
    if (initials.length > 2) nearNames.add(initials.join(''));
    for (const word of isDomain ? [home.compactLabel] : name.form.split(' ')) if (name.cased === null) words.add(word);
    if (!isDomain) continue;
    // A subdomain counts only for itself: shop.acme.example does not claim all of acme.example.
    if (withoutWww(home.host) === home.domain) domains.add(home.domain);
    else addPrefix({ host: withoutWww(home.host), path: '', query: [] });
    const content = registeredName(home.host, false);
    addresses.add(content);
    names.set(JSON.stringify([content.form, null]), content);
    const inLetters = registeredName(unicodeHost(home.host), false);
    addresses.add(inLetters);
    names.set(JSON.stringify([inLetters.form, null]), inLetters);
  }
  nearNames.delete('');
  const common = new Set(website.commonWords);
  const others = website.others.map((other) => ({ ...registeredName(other.name, false), domain: other.domain }));
  const registeredNames = [...prefixes.values()].map((prefix) => registeredName(writtenPrefix(prefix), false));
  for (const prefix of registeredNames) addresses.add(prefix);
  const traces = [...names.values(), ...registeredNames, ...writtenTogether(names.values())];
  return {
    registered,
    domain: website.domain,
    names: [...names.values()],
    others,
    otherDomains: new Set(others.map((other) => other.domain)),
    learned: new Map(website.learned.map((one) => [one.form, one])),
    nearNames,
    distinctiveWords: new Set(
      [...words].map(distinctivePart).filter((word) => isDistinctive(word) && !common.has(word)),
    ),
    domains,
    prefixes: [...prefixes.values()],
    traces,
    addresses: [...addresses],
    othersAround: others.filter((other) => traces.some(({ form }) => holdsForm(other.form, form))),
    homeOf: rememberedUrlHome,
  };
}

/**
 * Returns the distinctive part of a word, by which two names are similar. In scripts without spaces, words are not
 * separated, so the beginning of a run of letters is used: two characters of Han, three of the others.
 */
export function distinctivePart(word: string): string {
  return isUnspaced(word) ? word.slice(0, /^\p{Script=Han}/u.test(word) ? 2 : 3) : word;
}

/** Returns true if a word is long enough to be distinctive and does not describe a kind of business. */
export function isDistinctive(word: string): boolean {
  return (word.length > 2 || (word.length === 2 && isUnspaced(word))) && !/^\d+$/.test(word) && !genericWords.has(word);
}

/**
 * Returns true if a page is the owner's. On a shared host only pages under a registered prefix are, so that an owner
 * never claims its neighbours.
 */
export function ownsUrl(owner: Owner, url: string): boolean {
  const home = owner.homeOf(url);
  if (home === null) return false;
  if (!home.shared && owner.domains.has(home.domain ?? home.host)) return true;
  return underPrefix(owner, url);
}

function underPrefix(owner: Owner, url: string): boolean {
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

/** Returns the website's one domain for every domain that the owner has grouped under it. */
export function formatOwnDomain(owner: Owner, domain: string): string {
  return owner.domains.has(domain) && !isSharedHost(domain) ? owner.domain : domain;
}

function readPrefix(entry: string): UrlPrefix | null {
  const home = urlHome(entry);
  if (home === null) return null;
  // Without its last slash, so that /acme contains /acme and /acme/x but not /acme-other.
  return { host: withoutWww(home.host), path: home.path.replace(/(?<!\/)\/+$/, ''), query: [...home.query] };
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/**
 * Returns names of several words as texts may join them: "AcmeTools", "#acmetools". Short results are ordinary words
 * and are left out.
 */
function writtenTogether(names: Iterable<RegisteredName>): RegisteredName[] {
  const joined = [...names].filter(({ form, cased }) => cased === null && form.includes(' '));
  return joined.map(({ name }) => registeredName(compactForm(name), false)).filter(({ form }) => form.length > 4);
}

/** Folds an address like a name, in the spelling in which texts contain it. */
function writtenPrefix({ host, path, query }: UrlPrefix): string {
  return textForm(`${host}${path} ${query.map((pair) => pair.join(' ')).join(' ')}`);
}
