import { readAnswer } from '../answer/readAnswer.ts';
import type { AnswerReading } from '../answer/reading.ts';
import { extractFacts } from '../answer/savedReading.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../identity/attempt.ts';
import { identifyMentions } from '../identity/mentions.ts';
import { findOccurrences } from '../identity/occurrences.ts';
import { type Owner, ownsUrl, readOwner } from '../identity/owner.ts';
import { registeredName } from '../identity/registeredNames.ts';
import { readListing } from '../marks/listing.ts';
import type { LinkKind, PageName, PageView } from './citedPage.ts';
import { excerptAround, shortText } from './excerpt.ts';

/** A website with the names used for comparing pages. */
export type ComparedWebsite = Omit<VisibilityWebsite, 'learned' | 'commonWords'>;

type Link = { url: string | null; rel: readonly string[] };

const maxNames = 60;
const notFollowed = ['nofollow', 'ugc', 'sponsored'];

/** Reads the page's own list like an answer's. */
export function readPageList(markdown: string): AnswerReading {
  return readAnswer({
    text: markdown,
    annotations: [],
    sources: [],
    refusal: null,
    incompleteReason: null,
    searchCount: null,
  });
}

export function ownerOf(website: ComparedWebsite): Owner {
  return readOwner({ ...website, learned: [], commonWords: [] });
}

/**
 * Reads which names a page contains, and their positions in its own list. Names and domains come from the owner's
 * entries for the website and its rivals; the answer reader reads the list. Names outside the list have no position.
 * @param text of the page without its navigation
 */
export function pageView(
  website: ComparedWebsite,
  list: AnswerReading,
  text: string,
  links: readonly Link[],
): PageView {
  const owner = ownerOf(website);
  const facts = extractFacts(list, null);
  const listing = readListing({ ...emptyAttempt, facts, text: list.text }, owner);
  const places = findOccurrences(text, owner.names, owner.othersAround);
  const ourPlace = listing.positions.get(owner.domain) ?? null;
  const rivals = new Map((website.rivals ?? []).map(({ domain, name }) => [domain, name]));
  const identities = identifyMentions(facts, owner, list.text);
  const inList = facts.mentions.map(({ name }, at): PageName => {
    const domain = identities[at]?.domain ?? rivalNamed(name, website);
    return {
      name,
      domain,
      who: domain === owner.domain ? 'us' : rivals.has(domain ?? '') ? 'rival' : 'other',
      place: at + 1,
    };
  });
  const listedDomains = new Set(inList.map(({ domain }) => domain));
  const outside = [...rivals].flatMap(([domain, name]): PageName[] =>
    listedDomains.has(domain) || !isNamed(text, name, domain, website)
      ? []
      : [{ name, domain, who: 'rival', place: null }],
  );
  const first = places[0];
  return {
    namesUs: places.length > 0 || ourPlace !== null,
    ourPlace,
    listed: inList.length,
    names: [...inList, ...outside].slice(0, maxNames).map((one) => ({ ...one, name: shortText(one.name, 100) })),
    link: linkTo(owner, links),
    excerpt: first === undefined ? null : excerptAround(text, first.start, first.end),
  };
}

/** Returns the domain of the rival with this name; null if there is none. */
function rivalNamed(name: string, website: ComparedWebsite): string | null {
  const form = registeredName(name, false).form;
  const rival = (website.rivals ?? []).find(({ domain, name: own }) =>
    listNames(domain, own, website).some((one) => one.form === form || form.startsWith(`${one.form} `)),
  );
  return rival?.domain ?? null;
}

function isNamed(text: string, name: string, domain: string, website: ComparedWebsite): boolean {
  return findOccurrences(text, listNames(domain, name, website), []).length > 0;
}

function listNames(domain: string, name: string, { others }: ComparedWebsite) {
  const ownNames = others.filter((other) => other.domain === domain).map((other) => other.name);
  return [...new Set([name, ...ownNames, domain])]
    .map((one) => registeredName(one, false))
    .filter(({ form }) => form.length > 1);
}

/** Classifies links to the website, followed ones first. Null addresses lead nowhere. */
function linkTo(owner: Owner, links: readonly Link[]): LinkKind {
  const ours = links.filter(({ url }) => url !== null && ownsUrl(owner, url));
  if (ours.length === 0) return 'none';
  return ours.some(({ rel }) => !rel.some((word) => notFollowed.includes(word))) ? 'follow' : 'nofollow';
}

const emptyAttempt: Omit<VisibilityAttempt, 'facts' | 'text'> = {
  runId: 'page',
  caseId: 'page',
  question: '',
  locale: { language: null, country: null, region: null, city: null, timezone: null },
  status: 'completed',
  createdAt: '',
  observedAt: null,
  model: null,
  engine: 'page',
  harnessVersion: '',
  searchMode: 'open-web',
  useSeoTools: false,
  completedSearchCount: null,
};
