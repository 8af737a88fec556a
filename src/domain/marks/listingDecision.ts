import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { Identity } from '../identity/mentions.ts';
import { type Owner, ownsUrl } from '../identity/owner.ts';
import { isOwnName } from '../identity/possibleNames.ts';
import { isNamedIn, type SearchedText, searchedText, withoutNames } from '../identity/registeredNames.ts';

/** Decision on whether an answer recommends a domain. `unknown`: the answer cannot say, and must not be counted as a "no". */
export type ListingStatus = 'listed' | 'not_listed' | 'unknown';

/**
 * Basis of every "no". `by_name`: some names are unidentified, but none can be the target's. `mentioned`: the target
 * appears in the answer, but no place recommends it.
 */
export const noBases = ['by_domain', 'by_owner_word', 'by_name', 'mentioned', 'rejected', 'recommends_nobody'] as const;
export type NoBasis = (typeof noBases)[number];

/**
 * Reasons why an answer is undecided: it is unusable (nothing read, cut off, refused, unreadable), one of its names may
 * be the target's, a name or domain of the target appears in an uncertain role, or the rules and a reading model are
 * both certain and differ.
 */
export const unknownReasons = ['unusable', 'possible_name', 'stands_in_text', 'readers_differ'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

type ListingBasis = Exclude<Identity['basis'], 'unknown'> | NoBasis | UnknownReason;

export type Decision = {
  status: ListingStatus;
  basis: ListingBasis;
  /** Names in the answer that may be the target's, as written. */
  candidates: readonly string[];
  /** For an undecided answer: true if only the target's domain appears in it. */
  linksOnly: boolean;
};

type RejectedName = NonNullable<AnswerFacts['otherNames']>[number];

/** Returns the owner's names that the answer advises against. */
export function rejectedOwnNames(facts: AnswerFacts, owner: Owner): RejectedName[] {
  return (facts.otherNames ?? []).filter(({ name, polarity }) => polarity === 'rejected' && isOwnName(name, owner));
}

/** Returns what of the owner appears in an answer that does not list it: a name, only an address, or nothing (null). */
export function findOwnTrace(
  { facts, text, searched }: { facts: AnswerFacts; text: string; searched(): SearchedText },
  rejected: readonly RejectedName[],
  owner: Owner,
): 'name' | 'address' | null {
  if (linksToOwn(facts, owner)) return 'name';
  // A registered name inside a longer one that the owner assigned to another company belongs to that company.
  const elsewhere = rejected.length === 0 ? searched() : searchedText(withoutLines(text, rejected));
  const rest = owner.othersAround.length === 0 ? elsewhere : withoutNames(elsewhere, owner.othersAround);
  if (!owner.traces.some((name) => isNamedIn(rest, name))) return null;
  const unlinked = withoutNames(rest, owner.addresses);
  return owner.traces.some((name) => isNamedIn(unlinked, name)) ? 'name' : 'address';
}

const unusableCodes = new Set(['truncated', 'unreadable', 'refusal', 'empty_text', 'text_too_long']);

/** Returns true if the whole answer was read, whatever it contains. */
export function isReadable({ usable, limitationCodes }: AnswerFacts): boolean {
  return usable && !limitationCodes.some((code) => unusableCodes.has(code));
}

/**
 * Returns true if the answer can be counted. An empty reading is never a "no", unless the reader is certain that the
 * answer recommends no one.
 */
export function isUsable(facts: AnswerFacts, rejects: boolean): boolean {
  if (!isReadable(facts)) return false;
  return facts.mentions.length > 0 || rejects || (facts.recommendsNobody ?? null) !== null;
}

function linksToOwn({ mentions, sources }: AnswerFacts, owner: Owner): boolean {
  const returned = new Set(sources.map(({ url }) => url));
  return mentions.some(({ url, blockUrls, citationUrls }) =>
    [...(url === null ? [] : [url]), ...blockUrls].some(
      (link) => !returned.has(link) && !citationUrls.includes(link) && ownsUrl(owner, link),
    ),
  );
}

/** Removes the lines that advise against the target, because they have already been read. */
function withoutLines(text: string, places: readonly { nameStart: number; nameEnd: number }[]): string {
  let start = 0;
  const keptItems = text.split('\n').filter((line) => {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    return !places.some(({ nameStart, nameEnd }) => nameStart <= to && nameEnd > from);
  });
  return keptItems.join('\n');
}

export function basisOfNo(identities: readonly Pick<Identity, 'domain' | 'basis'>[], rejects: boolean): NoBasis {
  if (rejects) return 'rejected';
  if (identities.length === 0) return 'recommends_nobody';
  if (identities.some(({ domain }) => domain === null)) return 'by_name';
  return identities.some(({ basis }) => basis === 'owner_word') ? 'by_owner_word' : 'by_domain';
}
