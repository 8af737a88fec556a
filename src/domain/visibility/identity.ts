import type { AnswerFacts } from './attempt.ts';
import { carriesName, compactForm, nameForm } from './nameForm.ts';
import { type Owner, ownDomainOf, ownsUrl, underPrefix } from './owner.ts';

/** Which registrable domain a mention means, and what proves it. */
export type Identity =
  | { domain: string; basis: 'explicit_url' | 'owner_alias' | 'owner_prefix' | 'owner_word' | 'source_home' }
  | { domain: null; basis: 'unknown' };

type Mention = AnswerFacts['mentions'][number];

const unknown: Identity = { domain: null, basis: 'unknown' };

/**
 * Identifies every mention of one answer, in order. The first proof that holds wins:
 * 1. `explicit_url`: the link the answer gives for the name; without one, the links in the mention's block that are not
 *    sources. Links on shared hosts prove nothing here. A name's link that the search returned is often a shop's product
 *    page or a review (in real product answers four of five are), so it counts only when it is the owner's page, a home
 *    page, or on a domain that carries the name. When block links lead to several domains, or the name has a link of its own that proves nothing,
 *    only the one whose label is the name counts: the others are shops or rivals.
 * 2. `owner_alias`: the name is exactly (see nameForm) the website's name, domain or alias.
 *    `owner_word`: the name is exactly one that the owner said is another company's, on the domain they gave for it.
 * 3. `owner_prefix`: such a link lies under a URL prefix that the owner registered on a shared host.
 * 4. `source_home`: exactly one source domain has the name as its label, or is the name.
 * Otherwise `unknown`. A citation never identifies the mention it supports: a page about ten brands is none of them.
 */
export function identifyMentions(facts: AnswerFacts, owner: Owner): Identity[] {
  const sources = new Set(facts.sources.map((source) => source.url));
  const homes = homesOfSources(sources, owner);
  return facts.mentions.map((mention) => {
    const links = ownLinks(mention, sources, owner);
    return (
      byExplicitUrl(mention, links, owner) ??
      byRegisteredName(mention, owner) ??
      byPrefix(links, owner) ??
      bySourceHome(mention, homes, owner) ??
      unknown
    );
  });
}

type Links = {
  /** The link given for the name, where it is evidence of whose name it is. */
  own: string | null;
  /** The answer gives the name a link, whatever it is worth. */
  given: boolean;
  /** Links in the mention's block that are no sources. */
  block: string[];
};

function ownLinks({ name, url, blockUrls, citationUrls }: Mention, sources: ReadonlySet<string>, owner: Owner): Links {
  const returned = (link: string) => sources.has(link) || citationUrls.includes(link);
  const trusted =
    url !== null &&
    (!returned(url) || ownsUrl(owner, url) || isHomePage(url) || carriesName(owner.homeOf(url)?.label ?? '', name));
  return {
    own: trusted ? url : null,
    given: url !== null,
    block: blockUrls.filter((link) => link !== url && !returned(link)),
  };
}

/** Shops and reviews link a name to a page about it; the front door of a website is given for whose website it is. */
function isHomePage(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.pathname === '/' && parsed.search === '';
}

function byExplicitUrl(mention: Mention, { own, given, block }: Links, owner: Owner): Identity | null {
  const linked = own === null ? null : domainShown(own, owner);
  if (linked !== null) return { domain: linked, basis: 'explicit_url' };
  const labels = new Map<string, string>();
  for (const link of block) {
    const domain = domainShown(link, owner);
    if (domain !== null) labels.set(domain, owner.homeOf(link)?.compactLabel ?? '');
  }
  // A name with a link of its own, even one that proves nothing, is not named by its neighbours.
  const alone = given ? null : onlyOne([...labels.keys()]);
  const domain = alone ?? onlyOne(labelled(labels, mention.name));
  return domain === null ? null : { domain, basis: 'explicit_url' };
}

function domainShown(url: string, owner: Owner): string | null {
  const home = owner.homeOf(url);
  if (home === null || home.shared) return null;
  if (ownsUrl(owner, url)) return owner.domain;
  return home.domain;
}

function byRegisteredName(mention: Mention, owner: Owner): Identity | null {
  const form = nameForm(mention.name);
  if (owner.names.has(form)) return { domain: owner.domain, basis: 'owner_alias' };
  const other = owner.others.get(form);
  return other === undefined ? null : { domain: ownDomainOf(owner, other), basis: 'owner_word' };
}

function byPrefix({ own, block }: Links, owner: Owner): Identity | null {
  const links = own === null ? block : [own, ...block];
  return links.some((link) => underPrefix(owner, link)) ? { domain: owner.domain, basis: 'owner_prefix' } : null;
}

function bySourceHome(mention: Mention, homes: ReadonlyMap<string, string>, owner: Owner): Identity | null {
  const form = nameForm(mention.name);
  if (homes.has(form)) return { domain: ownDomainOf(owner, form), basis: 'source_home' };
  const domain = onlyOne(labelled(homes, mention.name));
  return domain === null ? null : { domain: ownDomainOf(owner, domain), basis: 'source_home' };
}

/** Domain -> compact label, of the sources that have an owner of their own. */
function homesOfSources(urls: Iterable<string>, owner: Owner): Map<string, string> {
  const homes = new Map<string, string>();
  for (const url of urls) {
    const home = owner.homeOf(url);
    if (home?.domain && !home.shared) homes.set(home.domain, home.compactLabel);
  }
  return homes;
}

function labelled(labels: ReadonlyMap<string, string>, name: string): string[] {
  const wanted = compactForm(name);
  if (wanted === '') return [];
  return [...labels].filter(([, label]) => label === wanted).map(([domain]) => domain);
}

function onlyOne(values: readonly string[]): string | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}
