import type { PlanQuote } from '../../api/planQueries.ts';

/**
 * Returns the maximum that a round holds according to the displayed quote, in US dollars, which the member confirms.
 */
export function worstCaseOf(quote: PlanQuote | undefined): number | null {
  return quote?.round === null ? 0 : (quote?.round?.total.heldUsd ?? null);
}

/** Names what a member read before allowing a plan to buy: other questions, or a costlier round, are then refused. */
export function seenIn(quote: PlanQuote | undefined): { worstCaseUsd: number | null; questionsDigest?: string } {
  const worstCaseUsd = worstCaseOf(quote);
  return quote === undefined ? { worstCaseUsd } : { worstCaseUsd, questionsDigest: quote.questionsDigest };
}
