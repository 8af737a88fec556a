import type { ReadSearch } from '../../answer/reading.ts';
import { firstOnce } from '../../text/codeUnitOrder.ts';

/** Maximum number of runs that a count names; it counts all of them. */
const maxRunIds = 20;

type CountedPage = { url: string; title: string | null; returned: number; cited: number };

/** One search summed over some answers, ignoring white space and case. */
export type CountedSearch = {
  /** The first of its spellings in code-unit order. */
  query: string;
  times: number;
  answers: number;
  /** The first `maxRunIds` in code-unit order. */
  runIds: string[];
  pages: CountedPage[];
};

/** Searches of engines, summed over some answers. */
export type SearchCounts = {
  answers: number;
  /** Number of answers whose provider reports searches, of those with at least one, and of searches. */
  told: number;
  withSearches: number;
  searches: number;
  queries: CountedSearch[];
};

/** Returns the form by which searches are compared: white space and case do not matter. */
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

/** Combines counts of different answers. @param counts newest first */
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

/** Combines counts of one search over different answers. */
export function addSearches(same: readonly CountedSearch[]): CountedSearch {
  return {
    query:
      firstOnce(
        same.map(({ query }) => query),
        1,
      )[0] ?? '',
    times: same.reduce((sum, { times }) => sum + times, 0),
    answers: same.reduce((sum, { answers }) => sum + answers, 0),
    runIds: firstOnce(
      same.flatMap(({ runIds }) => runIds),
      maxRunIds,
    ),
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
