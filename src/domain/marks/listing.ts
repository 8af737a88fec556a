import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { VisibilityAttempt } from '../identity/attempt.ts';
import { citedUrls } from '../identity/citesDomain.ts';
import { ownerIn } from '../identity/inflections.ts';
import { type Identity, identifyMentions } from '../identity/mentions.ts';
import { type Owner, ownsUrl } from '../identity/owner.ts';
import { mayBeOwn } from '../identity/possibleNames.ts';
import { type SearchedText, searchedText } from '../identity/registeredNames.ts';
import { rememberNewest } from '../rememberNewest.ts';
import { markAnswer, markOther } from './answerMarks.ts';
import { decideMarks, type TaughtNames } from './decideMarks.ts';
import type { Decision, ListingStatus } from './listingDecision.ts';

export type UsedSource = { url: string; domain: string; owned: boolean; title: string | null };

/** One completed answer with its mentions resolved to domains. */
export type Listing = {
  attempt: VisibilityAttempt;
  /** The domain of the website's owner. */
  ofOwner: string;
  identities: readonly Identity[];
  /** Each identified domain once, with its first one-based position; unidentified mentions count as positions too. */
  positions: ReadonlyMap<string, number>;
  /** Names that no proof ties to a domain, as written in the answer, in order. */
  unknownNames: readonly string[];
  /** Statement of the answer about the website's owner, and its basis. */
  own: Decision;
  /** Returns what the answer says about any other domain. */
  other: (domain: string) => ListingStatus;
  /** Pages the answer cites, each once. */
  cited: readonly UsedSource[];
  /** Pages its search returned and the answer does not cite, each once. */
  retrieved: readonly UsedSource[];
};

/** Statements of an answer about domains, for one owner: a listing without its attempt and owner. */
type Resolved = Omit<Listing, 'attempt' | 'ofOwner'>;

const none: Resolved = {
  identities: [],
  positions: new Map(),
  unknownNames: [],
  own: { status: 'unknown', basis: 'unusable', candidates: [], linksOnly: false },
  other: () => 'unknown',
  cited: [],
  retrieved: [],
};

type Known = { registered: string; says: WeakMap<AnswerFacts, { text: string | null; says: Resolved }> };

/**
 * Cache of resolved listings. Resolving is half the cost of a report, and the same owner reads the same facts again and
 * again. The owner's knowledge changes with every answer that teaches a name, so only the latest result is kept per
 * answer.
 */
const resolved = new Map<string, Known>();
const maxKnown = 128;

function collectResolved({ domain, registered }: Owner, engine: string): Known['says'] {
  const key = `${domain} ${engine}`;
  const before = resolved.get(key);
  const entry = before?.registered === registered ? before : { registered, says: new WeakMap() };
  rememberNewest(resolved, key, entry, maxKnown);
  return entry.says;
}

export function readListing(attempt: VisibilityAttempt, owner: Owner): Listing {
  const { facts } = attempt;
  if (facts === null) return { attempt, ofOwner: owner.domain, ...none };
  const ofOwner = collectResolved(owner, attempt.engine);
  const match = ofOwner.get(facts);
  if (match?.text === attempt.text) return { attempt, ofOwner: owner.domain, ...match.says };
  const says = resolve(facts, attempt.text, owner);
  ofOwner.set(facts, { text: attempt.text, says });
  return { attempt, ofOwner: owner.domain, ...says };
}

function resolve(facts: AnswerFacts, text: string | null, registered: Owner): Resolved {
  const owner = ownerIn(facts, text, registered);
  const identities = identifyMentions(facts, owner, text);
  const unknownNames = identities.flatMap(({ domain }, index) =>
    domain === null ? [facts.mentions[index]?.name ?? ''] : [],
  );
  const cited = citedUrls(facts);
  const titles = new Map(facts.sources.map((source) => [source.url, source.title]));
  const describe = (urls: Iterable<string>) => describeSources(urls, titles, owner);
  const answer = { facts, text, searched: once(() => searchedText(text ?? '')) };
  const marks = markAnswer(facts, text, owner);
  const taught = taughtOf(owner);
  const decided = decideMarks(marks, owner, taught);
  const own: Decision = {
    status: decided.status,
    basis: decided.basis,
    candidates: decided.basis === 'possible_name' ? listCandidates(facts, identities, owner) : [],
    linksOnly: decided.basis === 'stands_in_text' && marks.trace === 'address',
  };
  const others = new Map<string, ListingStatus>();
  return {
    identities,
    positions: decided.positions,
    unknownNames,
    own,
    other(domain) {
      const status =
        others.get(domain) ?? decideMarks(markOther(marks, answer, domain, owner), owner, taught, domain).status;
      others.set(domain, status);
      return status;
    },
    cited: describe(cited),
    retrieved: describe([...titles.keys()].filter((url) => !cited.has(url))),
  };
}

/** An owner with the knowledge of other answers already excludes the common words. */
function taughtOf({ learned }: Owner): TaughtNames {
  return { learned: new Map([...learned].map(([form, { domain }]) => [form, domain])), commonWords: noWords };
}

const noWords: ReadonlySet<string> = new Set();

/** Lists names of the answer that may be the owner's, including those that only one of two readers recommends. */
function listCandidates(facts: AnswerFacts, identities: readonly Identity[], owner: Owner): string[] {
  const disputed = identifyMentions({ ...facts, mentions: facts.disputed ?? [] }, owner);
  return [
    ...facts.mentions.filter((mention, index) => identities[index]?.domain === null && mayBeOwn(mention.name, owner)),
    ...(facts.disputed ?? []).filter(
      ({ name }, index) =>
        disputed[index]?.domain === owner.domain || (disputed[index]?.domain === null && mayBeOwn(name, owner)),
    ),
  ].map(({ name }) => name);
}

/**
 * Decides about a domain: the owner's website by all its registered names, another domain by what is known of it
 * (`markOther`).
 */
export function decideStatus(listing: Listing, domain: string): ListingStatus {
  return listing.ofOwner === domain ? listing.own.status : listing.other(domain);
}

function once(make: () => SearchedText): () => SearchedText {
  let searchedText: SearchedText | null = null;
  return () => {
    searchedText ??= make();
    return searchedText;
  };
}

/** Returns identified domains in the order of their first positions. */
export function domainsInOrder(listing: Listing): string[] {
  return [...listing.positions.keys()];
}

/** Returns the pages that an answer cites, without their titles. */
export function citedPages(facts: AnswerFacts, owner: Owner): UsedSource[] {
  return describeSources(citedUrls(facts), new Map(), owner);
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
    // IP addresses have no registrable domain and count as themselves.
    sources.push({
      url,
      domain: owned ? owner.domain : (home.domain ?? home.host),
      owned,
      title: titles.get(url) ?? null,
    });
  }
  return sources;
}
