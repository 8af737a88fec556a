import type { ReadSearch } from '../../answer/reading.ts';
import { sortedOnce } from '../../text/codeUnitOrder.ts';

/** Runs that a count names; it counts all of them. */
const maxRunIds = 20;

type CountedPage = { url: string; title: string | null; returned: number; cited: number };

/** One search of some answers, added up, whatever its white space and the case of its letters. */
export type CountedSearch = {
  /** The first of its spellings in code-unit order. */
  query: string;
  times: number;
  answers: number;
  /** The first `maxRunIds` in code-unit order. */
  runIds: string[];
  pages: CountedPage[];
};

/** Searches of engines for some answers, added up. */
export type SearchCounts = {
  answers: number;
  /** Answers whose provider reports its searches, those with at least one, and how many searches. */
  told: number;
  withSearches: number;
  searches: number;
  queries: CountedSearch[];
};

/** A search as it is distinguished from others: white space and the case of letters do not count. */
export function sameSearch(query: string): string {
  return query.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** @param answers newest first; `searches` null: the provider does not report them */
export function countSearches(
  answers: readonly { runId: string; searches: readonly ReadSearch[] | null }[],
): SearchCounts {
  const reports = answers.flatMap(({ searches }) => (searches === null ? [] : [searches.length]));
  const uses = answers.flatMap(({ runId, searches }) => (searches ?? []).map((search) => ({ runId, search })));
  const counted = uses.map(({ runId, search: { query, pages } }): CountedSearch => {
    const ofSearch = pages.map(({ url, title, cited }) => ({ url, title, returned: 1, cited: cited ? 1 : 0 }));
    return { query, times: 1, answers: 1, runIds: [runId], pages: addPages(ofSearch) };
  });
  const queries = [...Map.groupBy(counted, ({ query }) => sameSearch(query)).values()].map((same) => {
    const runs = new Set(same.flatMap(({ runIds }) => runIds));
    return { ...addSearches(same), answers: runs.size };
  });
  return {
    ...{ answers: answers.length, told: reports.length, queries },
    withSearches: reports.filter((count) => count > 0).length,
    searches: reports.reduce((sum, count) => sum + count, 0),
  };
}

/** Counts of different answers, as one. @param counts newest first */
export function addCounts(counts: readonly SearchCounts[]): SearchCounts {
  const sum = (of: Exclude<keyof SearchCounts, 'queries'>) => counts.reduce((all, one) => all + one[of], 0);
  const queries = Map.groupBy(
    counts.flatMap((one) => one.queries),
    ({ query }) => sameSearch(query),
  );
  return {
    ...{ answers: sum('answers'), told: sum('told'), withSearches: sum('withSearches'), searches: sum('searches') },
    queries: [...queries.values()].map(addSearches),
  };
}

/** Counts of one search over different answers, as one. */
export function addSearches(same: readonly CountedSearch[]): CountedSearch {
  return {
    query: sortedOnce(same.map(({ query }) => query))[0] ?? '',
    times: same.reduce((sum, { times }) => sum + times, 0),
    answers: same.reduce((sum, { answers }) => sum + answers, 0),
    runIds: sortedOnce(same.flatMap(({ runIds }) => runIds)).slice(0, maxRunIds),
    pages: addPages(same.flatMap(({ pages }) => pages)),
  };
}

function addPages(pages: readonly CountedPage[]): CountedPage[] {
  const byUrl = new Map<string, CountedPage>();
  for (const page of pages) {
    const sum = byUrl.get(page.url);
    if (sum === undefined) byUrl.set(page.url, { ...page });
    else {
      sum.returned += page.returned;
      sum.cited += page.cited;
      sum.title ??= page.title;
    }
  }
  return [...byUrl.values()];
}
