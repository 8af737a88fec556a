import { recentMemory } from '../text/recentMemory.ts';
import { unicodeHost } from '../urls/siteDomain.ts';
import type { VisibilityWebsite } from './attempt.ts';
import { genericWords } from './genericWords.ts';
import type { LearnedName } from './learnedName.ts';
import { compactForm, holdsForm, isUnspaced, textForm } from './nameForm.ts';
import { type RegisteredName, registeredName } from './registeredNames.ts';
import { isSharedHost } from './sharedHosts.ts';
import { rememberedUrlHome, type UrlHome, urlHome } from './urlHome.ts';

/** Names and domains that a website's owner has registered, ready for comparison. */
export type Owner = {
  /** Everything that identity rests on besides the answer, in one text: two owners with the same one read every answer alike. */
  registered: string;
  domain: string;
  /** The website's name, its domain and its aliases. */
  names: readonly RegisteredName[];
  /** Names that the owner said are another company's. */
  others: readonly (RegisteredName & { domain: string })[];
  /** Domains that the owner gave to other companies. */
  otherDomains: ReadonlySet<string>;
  /** Statements of other saved answers about names, by form. */
  learned: ReadonlyMap<string, LearnedName>;
  /** Compact forms of the names and of the domain labels: close enough to ask the owner, never enough to decide. */
  nearNames: ReadonlySet<string>;
  /** Words of the registered names that few other names carry. */
  distinctiveWords: ReadonlySet<string>;
  domains: ReadonlySet<string>;
  prefixes: readonly UrlPrefix[];
  /** Whatever of the owner may appear in a text: the names, also as one word, and the addresses on hosts of many. */
  traces: readonly RegisteredName[];
  /** Traces that are domains and addresses, not names. */
  addresses: readonly RegisteredName[];
  /** Names of other companies that hold one of these. */
  othersAround: readonly RegisteredName[];
  homeOf: (url: string) => UrlHome | null;
};

type UrlPrefix = { host: string; path: string; query: readonly (readonly [string, string])[] };

/** Kept readings hold the owner that they were made for: alike ones are one, or each answer would keep a copy. */
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
  // A website on a host of its own owns the whole of it; on a host of many, what lies under its address.
  if (own !== null && (own.path !== '' || own.query.length > 0 || !isSharedHost(own.host))) addPrefix(own);
  for (const entry of [website.domain, website.name, ...website.aliases]) {
    const prefix = readPrefix(entry.trim());
    if (prefix !== null) {
      addPrefix(prefix);
      continue;
    }
    const home = /[\s/]/.test(entry.trim()) ? null : urlHome(`https://${entry.trim()}/`);
    const isDomain = home !== null && home.domain !== null && home.path === '/';
    // On a host of many the domain names the host, not the website.
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
    // A host below a domain appears for itself only: shop.acme.example does not claim all of acme.example.
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
 * Finds what two names share when they share a word. Scripts without spaces do not separate words: there it is how a
 * run of letters begins, by two signs of Han and three of the others.
 */
export function distinctivePart(word: string): string {
  return isUnspaced(word) ? word.slice(0, /^\p{Script=Han}/u.test(word) ? 2 : 3) : word;
}

/** Long enough to be distinctive, and not a word that says what kind of business it is. */
export function isDistinctive(word: string): boolean {
  return (word.length > 2 || (word.length === 2 && isUnspaced(word))) && !/^\d+$/.test(word) && !genericWords.has(word);
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

/** Domains the owner has grouped count as the website's one domain. */
export function formatOwnDomain(owner: Owner, domain: string): string {
  return owner.domains.has(domain) && !isSharedHost(domain) ? owner.domain : domain;
}

function readPrefix(entry: string): UrlPrefix | null {
  const home = urlHome(entry);
  if (home === null) return null;
  // Without its last slash, so that /acme holds /acme and /acme/x, and not /acme-other.
  return { host: withoutWww(home.host), path: home.path.replace(/(?<!\/)\/+$/, ''), query: [...home.query] };
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** A name of several words as a text may join them: "AcmeTools", "#acmetools". Short ones are words of their own. */
function writtenTogether(names: Iterable<RegisteredName>): RegisteredName[] {
  const joined = [...names].filter(({ form, cased }) => cased === null && form.includes(' '));
  return joined.map(({ name }) => registeredName(compactForm(name), false)).filter(({ form }) => form.length > 4);
}

/** Folds an address as it appears in a text in the form of names. */
function writtenPrefix({ host, path, query }: UrlPrefix): string {
  return textForm(`${host}${path} ${query.map((pair) => pair.join(' ')).join(' ')}`);
}
