import type { NoAnswer } from '../answer/frozenAnswer.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../identity/attempt.ts';
import type { Identity } from '../identity/mentions.ts';
import { readOwner } from '../identity/owner.ts';
import { readListing, type UsedSource } from './listing.ts';
import type { Decision, ListingStatus } from './listingDecision.ts';

/** Statement of one attempt about the owner: the reading that reports count, shown answer by answer. */
export type AnswerListing = {
  /** Null if the attempt has no completed answer, or the question has no target website. */
  targetStatus: ListingStatus | null;
  /** Basis of the status; null with it. */
  targetBasis: Decision['basis'] | null;
  /**
   * Set if the page was read correctly but shows no answer, which says nothing about any brand; null if an answer was
   * shown.
   */
  noAnswer: NoAnswer | null;
  /** Names of the answer that may be the owner's. */
  candidates: string[];
  /** One-based; null if not listed. */
  position: number | null;
  mentions: { name: string; domain: string | null; basis: Identity['basis']; own: boolean; otherAnswers: string[] }[];
  cited: UsedSource[];
  retrieved: UsedSource[];
};

const nothing: AnswerListing = {
  targetStatus: null,
  targetBasis: null,
  noAnswer: null,
  candidates: [],
  position: null,
  mentions: [],
  cited: [],
  retrieved: [],
};

const noWebsite: VisibilityWebsite = {
  id: '',
  url: '',
  domain: '',
  name: '',
  aliases: [],
  exactNames: [],
  settledDomains: [],
  others: [],
  learned: [],
  commonWords: [],
};

/** @param website null: the question has no target; names are still resolved, and none is the owner's */
export function answerListing(attempt: VisibilityAttempt, website: VisibilityWebsite | null): AnswerListing {
  if (attempt.status !== 'completed' || attempt.facts === null) return nothing;
  const { noAnswer = null } = attempt.facts;
  if (noAnswer !== null) return { ...nothing, noAnswer };
  const owner = readOwner(website ?? noWebsite);
  const listing = readListing(attempt, owner);
  const own = website?.domain ?? null;
  return {
    targetStatus: own === null ? null : listing.own.status,
    targetBasis: own === null ? null : listing.own.basis,
    noAnswer,
    candidates: own === null ? [] : [...listing.own.candidates],
    position: own === null ? null : (listing.positions.get(own) ?? null),
    mentions: listing.identities.map((identity, index) => ({
      name: attempt.facts?.mentions[index]?.name ?? '',
      domain: identity.domain,
      basis: identity.basis,
      own: own !== null && identity.domain === own,
      otherAnswers: identity.basis === 'other_answers' ? [...identity.runIds] : [],
    })),
    cited: [...listing.cited],
    retrieved: [...listing.retrieved],
  };
}
