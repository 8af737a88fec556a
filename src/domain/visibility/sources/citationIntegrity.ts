import type { Listing } from '../../marks/listing.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';

/** Reliability of the answers' links. A citation shows what the provider returned, not that the page agrees. */
export type CitationIntegrity = {
  /** Number of pages that the answers cite, once per answer. */
  cited: number;
  /** Number of pages that providers returned, cited or not, once per answer. */
  returned: number;
  /** Number of links that the reader removed, and of everything removed or corrected, by reason code. */
  dropped: number;
  droppedByReason: { [reason: string]: number };
  mentions: number;
  /** Fraction of the mentions with at least one citation. */
  citedMentionShare: number | null;
  /** Fractions of the answers; both kinds still count in the metrics, see rule VR14. */
  noSearchShare: number | null;
  searchUnrecordedShare: number | null;
};

export function citationIntegrity(answers: readonly Listing[]): CitationIntegrity {
  const facts = answers.flatMap((answer) => answer.attempt.facts ?? []);
  const mentions = facts.flatMap((fact) => fact.mentions);
  const reasons = new Map<string, number>();
  for (const { dropped } of facts) {
    for (const [reason, count] of Object.entries(dropped.byReason)) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
  }
  const searches = answers.map((answer) => answer.attempt.completedSearchCount);
  return {
    cited: answers.reduce((sum, answer) => sum + answer.cited.length, 0),
    returned: answers.reduce((sum, answer) => sum + answer.cited.length + answer.retrieved.length, 0),
    dropped: facts.reduce((sum, { dropped }) => sum + dropped.citations, 0),
    droppedByReason: Object.fromEntries([...reasons].sort(([a], [b]) => codeUnitOrder(a, b))),
    mentions: mentions.length,
    citedMentionShare: findShare(mentions, (mention) => mention.citationUrls.length > 0),
    noSearchShare: findShare(searches, (count) => count === 0),
    searchUnrecordedShare: findShare(searches, (count) => count === null),
  };
}

function findShare<T>(items: readonly T[], holds: (item: T) => boolean): number | null {
  return items.length === 0 ? null : items.filter(holds).length / items.length;
}
