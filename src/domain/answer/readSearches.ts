import { normaliseUrl } from '../urls/normaliseUrl.ts';
import type { FrozenAnswer } from './frozenAnswer.ts';
import type { Citation, ReadSearch } from './reading.ts';

/** Maximum number of searches of an engine for one answer; later ones are left out, so that a record stays small. */
const maxSearches = 50;
const maxPagesPerSearch = 100;
const maxQueryLength = 1_000;

/** Reads the searches of an answer, with the pages that each returned, each once, and whether the answer cites them. */
export function readSearches(frozen: FrozenAnswer, citations: readonly Citation[]): ReadSearch[] | null {
  if (frozen.searches === undefined || frozen.searches === null) return null;
  const cited = new Set(citations.map(({ url }) => url));
  return frozen.searches.slice(0, maxSearches).map(({ query, pages }) => {
    const titles = new Map<string, string | null>();
    for (const page of pages) {
      const url = normaliseUrl(page.url);
      if (url !== null && titles.size < maxPagesPerSearch) titles.set(url, titles.get(url) ?? page.title);
    }
    return {
      query: query.slice(0, maxQueryLength),
      pages: [...titles].map(([url, title]) => ({ url, title, cited: cited.has(url) })),
    };
  });
}
