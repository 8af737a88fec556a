import type { PlanQuote } from '../../api/planQueries.ts';

/** The most that a round holds by the quote on the page, in US dollars: as a member lets it buy. */
export function worstCaseOf(quote: PlanQuote | undefined): number | null {
  return quote?.round === null ? 0 : (quote?.round?.total.heldUsd ?? null);
}
