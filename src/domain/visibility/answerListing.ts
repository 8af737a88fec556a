import type { VisibilityAttempt, VisibilityWebsite } from './attempt.ts';
import type { Identity } from './identity.ts';
import { type ListingStatus, readListing, statusOf, type UsedSource } from './listing.ts';
import { readOwner } from './owner.ts';

/** What one attempt says about the owner: the same reading that the reports count, shown answer by answer. */
export type AnswerListing = {
  /** Null when the attempt has no completed answer, or the question has no target website. */
  targetStatus: ListingStatus | null;
  /** One-based; null when not listed. */
  position: number | null;
  mentions: { name: string; domain: string | null; basis: Identity['basis']; own: boolean }[];
  cited: UsedSource[];
  retrieved: UsedSource[];
};

const nothing: AnswerListing = { targetStatus: null, position: null, mentions: [], cited: [], retrieved: [] };

/** `website` null: the question has no target; names are still resolved, nothing is the owner's. */
export function answerListing(attempt: VisibilityAttempt, website: VisibilityWebsite | null): AnswerListing {
  if (attempt.status !== 'completed' || attempt.facts === null) return nothing;
  const owner = readOwner(website ?? { id: '', domain: '', name: '', aliases: [], others: [] });
  const listing = readListing(attempt, owner);
  const own = website?.domain ?? null;
  return {
    targetStatus: own === null ? null : statusOf(listing, own),
    position: own === null ? null : (listing.positions.get(own) ?? null),
    mentions: listing.identities.map(({ domain, basis }, index) => ({
      name: attempt.facts?.mentions[index]?.name ?? '',
      domain,
      basis,
      own: own !== null && domain === own,
    })),
    cited: [...listing.cited],
    retrieved: [...listing.retrieved],
  };
}
