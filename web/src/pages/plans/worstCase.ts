import type { PlanQuote } from '../../api/planQueries.ts';

/** The most that a round holds by the quote on the page, in US dollars: as a member lets it buy. */
export function worstCaseOf(quote: PlanQuote | undefined): number | null {
  return quote?.round === null ? 0 : (quote?.round?.total.heldUsd ?? null);
}

/** Names what a member reads before they let a plan buy: other questions, or a costlier round, are then refused. */
export function seenIn(quote: PlanQuote | undefined): { worstCaseUsd: number | null; questionsDigest?: string } {
  const worstCaseUsd = worstCaseOf(quote);
  return quote === undefined ? { worstCaseUsd } : { worstCaseUsd, questionsDigest: quote.questionsDigest };
}
