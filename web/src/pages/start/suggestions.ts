import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/http.ts';

/** Reads a home page: robots.txt and one page. Saves and buys nothing. */
export const suggestionsQuery = (url: string) =>
  queryOptions({
    queryKey: ['suggestions', url],
    queryFn: () => call('suggestFromSite', { url }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export function asUrl(text: string): string {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
