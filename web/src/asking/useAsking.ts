import { useQuery } from '@tanstack/react-query';
import { asksQuery, isBeingAsked } from '../api/askQueries.ts';

/** Whether questions about this website are being asked by hand, by whomever. */
export function useAsking(siteId: string): boolean {
  const asks = useQuery(asksQuery).data ?? [];
  return asks.some((ask) => ask.websiteIds.includes(siteId) && isBeingAsked(ask));
}
