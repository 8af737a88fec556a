import type { AnswerFacts } from '../answer/answerFacts.ts';
import { carriesName, carriesWholly, compactForm, nameForm } from './nameForm.ts';
import type { UrlHome } from './urlHome.ts';

type Mention = AnswerFacts['mentions'][number];
type HomeOf = (url: string) => UrlHome | null;

/**
 * Returns the registrable domain that a mention's links prove; null without one. A link given for the name counts if
 * its domain contains the name or it is a home page. A link that merely occurs near the name counts only if its domain
 * and the name contain one another, and it is not a source. Links on shared hosts, to shops or to reviews prove
 * nothing. If two domains would be proved, neither is.
 */
export function evidenceByLink(mention: Mention, sources: ReadonlySet<string>, homeOf: HomeOf): string | null {
  const { name, url } = mention;
  const input = url === null ? null : ownHome(url, homeOf);
  if (url !== null && input !== null && (isHomePage(url) || carriesName(input.label ?? '', name))) return input.domain;
  const near = new Set<string>();
  for (const link of mention.blockUrls) {
    if (link === url || sources.has(link) || mention.citationUrls.includes(link)) continue;
    const home = ownHome(link, homeOf);
    if (home !== null && carriesWholly(home.label ?? '', name)) near.add(home.domain);
  }
  return onlyOne(near);
}

/**
 * Recognises a home page, which identifies the owner of its website; shops and reviews link a name to a page about it.
 */
function isHomePage(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.pathname === '/' && parsed.search === '';
}

function ownHome(url: string, homeOf: HomeOf): (UrlHome & { domain: string }) | null {
  const home = homeOf(url);
  return home === null || home.shared || home.domain === null ? null : { ...home, domain: home.domain };
}

/** Returns the one source whose domain is the name, or has it as its label; null if there is none, or more than one. */
export function evidenceByHome(name: string, homes: ReadonlyMap<string, string>): string | null {
  const target = compactForm(name);
  if (target === '') return null;
  const text = nameForm(name);
  const domains = new Set<string>();
  for (const [domain, label] of homes) if (label === target || nameForm(domain) === text) domains.add(domain);
  return onlyOne(domains);
}

/** Maps the domains of sources with a single owner to their compact labels. */
export function homesOfSources(urls: Iterable<string>, homeOf: HomeOf): Map<string, string> {
  const homes = new Map<string, string>();
  for (const url of urls) {
    const home = homeOf(url);
    if (home?.domain && !home.shared) homes.set(home.domain, home.compactLabel);
  }
  return homes;
}

function onlyOne(values: ReadonlySet<string>): string | null {
  const [value, another] = values;
  return value === undefined || another !== undefined ? null : value;
}
