import type { AnswerFacts, VisibilityAttempt } from './attempt.ts';
import { type Identity, identifyMentions } from './identity.ts';
import { type Owner, ownsUrl } from './owner.ts';

/** Does an answer recommend a domain? `unknown` = the answer cannot say, and must not be counted as a no. */
export type ListingStatus = 'listed' | 'not_listed' | 'unknown';

export type UsedSource = { url: string; domain: string; owned: boolean; title: string | null };

/** One completed answer with its mentions resolved to domains. */
export type Listing = {
  attempt: VisibilityAttempt;
  identities: readonly Identity[];
  /** Each identified domain once, with its first one-based position; unknown mentions keep their place in the count. */
  positions: ReadonlyMap<string, number>;
  /** Names that no proof ties to a domain, as the answer writes them, in order. */
  unknownNames: readonly string[];
  usable: boolean;
  /** Pages the answer cites, each once. */
  cited: readonly UsedSource[];
  /** Pages its search returned and the answer does not cite, each once. */
  retrieved: readonly UsedSource[];
};

/** What an answer says about domains to one owner: everything of a listing but the attempt. */
type Resolved = Omit<Listing, 'attempt'>;

const none: Resolved = {
  identities: [],
  positions: new Map(),
  unknownNames: [],
  usable: false,
  cited: [],
  retrieved: [],
};

/** Resolving is half of what a report costs, and the same facts are read again and again by the same owner. */
const resolved = new WeakMap<AnswerFacts, { owner: string; says: Resolved }>();

export function readListing(attempt: VisibilityAttempt, owner: Owner): Listing {
  const { facts } = attempt;
  if (facts === null) return { attempt, ...none };
  const known = resolved.get(facts);
  if (known?.owner === owner.registered) return { attempt, ...known.says };
  const says = resolve(facts, owner);
  resolved.set(facts, { owner: owner.registered, says });
  return { attempt, ...says };
}

function resolve(facts: AnswerFacts, owner: Owner): Resolved {
  const identities = identifyMentions(facts, owner);
  const positions = new Map<string, number>();
  const unknownNames: string[] = [];
  identities.forEach(({ domain }, index) => {
    if (domain === null) unknownNames.push(facts.mentions[index]?.name ?? '');
    else if (!positions.has(domain)) positions.set(domain, index + 1);
  });
  const citedUrls = new Set(facts.mentions.flatMap((mention) => mention.citationUrls));
  for (const source of facts.sources) if (source.kind === 'cited') citedUrls.add(source.url);
  const titles = new Map(facts.sources.map((source) => [source.url, source.title]));
  const describe = (urls: Iterable<string>) => describeSources(urls, titles, owner);
  return {
    identities,
    positions,
    unknownNames,
    usable: facts.usable,
    cited: describe(citedUrls),
    retrieved: describe([...titles.keys()].filter((url) => !citedUrls.has(url))),
  };
}

/**
 * One mention that means the domain proves `listed`. `not_listed` needs more: a usable answer in which every mention is
 * identified; an empty list is such an answer. Otherwise `unknown`.
 */
export function statusOf(listing: Listing, domain: string): ListingStatus {
  if (listing.positions.has(domain)) return 'listed';
  return listing.usable && listing.unknownNames.length === 0 ? 'not_listed' : 'unknown';
}

/** Identified domains in the order of their first positions. */
export function domainsInOrder(listing: Listing): string[] {
  return [...listing.positions.keys()];
}

function describeSources(
  urls: Iterable<string>,
  titles: ReadonlyMap<string, string | null>,
  owner: Owner,
): UsedSource[] {
  const sources: UsedSource[] = [];
  for (const url of urls) {
    const home = owner.homeOf(url);
    if (home === null) continue;
    const owned = ownsUrl(owner, url);
    // Addresses have no registrable domain and stand for themselves.
    sources.push({
      url,
      domain: owned ? owner.domain : (home.domain ?? home.host),
      owned,
      title: titles.get(url) ?? null,
    });
  }
  return sources;
}
