import { useQuery } from '@tanstack/react-query';
import { asksQuery, isBeingAsked } from '../api/askQueries.ts';

/** True while any member's manual round asks about this website. */
export function useAsking(siteId: string): boolean {
  const asks = useQuery(asksQuery).data ?? [];
  return asks.some((ask) => ask.websiteIds.includes(siteId) && isBeingAsked(ask));
}
