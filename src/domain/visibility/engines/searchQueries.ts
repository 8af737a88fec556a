import type { ReadSearch } from '../../answer/reading.ts';
import type { VisibilityWebsite } from '../../identity/attempt.ts';
import { type Owner, ownsUrl, readOwner } from '../../identity/owner.ts';
import { codeUnitOrder, sortedOnce } from '../../text/codeUnitOrder.ts';
import type { ReportHead } from '../reportHead.ts';
import type { LeftOutEngine } from './comparison.ts';

/** A completed answer with the searches of its engine; `searches` null: the provider does not report them. */
export type SearchedAnswer = {
  runId: string;
  engine: string;
  questionId: string;
  searches: readonly ReadSearch[] | null;
};

type SearchedPage = {
  url: string;
  title: string | null;
  domain: string;
  owned: boolean;
  /** Searches that returned it, and how many of these belong to answers that cite it. */
  returned: number;
  cited: number;
};

/** One search query, as it was sent, whatever its white space and the case of its letters. */
export type SearchQuery = {
  query: string;
  times: number;
  engines: { engine: string; times: number; answers: number }[];
  /** Different pages that it returned, and of these those that an answer cites. */
  pagesReturned: number;
  pagesCited: number;
  ownedReturned: number;
  ownedCited: number;
  pages: { total: number; rows: SearchedPage[] };
  questionIds: string[];
  runIds: string[];
  totalRunIds: number;
};

export type SearchQueries = Pick<ReportHead, 'website' | 'window' | 'simulated'> &
  Pick<ReportHead['coverage'], 'questionKinds'> & {
    engines: {
      engine: string;
      label: string;
      answers: number;
      /** Answers whose provider reports its searches, those with at least one, and how many searches. */
      told: number;
      withSearches: number;
      searches: number;
    }[];
    leftOut: LeftOutEngine[];
    searches: { total: number; rows: SearchQuery[] };
    reading: string;
  };

const reading =
  'Searches are what engines say that they searched for, over all completed answers considered, repeats included. An ' +
  'engine that does not report its searches is counted under none. A page returned is not a page read.';

const maxPages = 10;
const maxRunIds = 20;

/** Searches of engines for the answers of a period: most often first, then by the text. */
export function searchQueries(
  head: Pick<ReportHead, 'website' | 'window' | 'simulated'> & Pick<ReportHead['coverage'], 'questionKinds'>,
  scope: {
    website: VisibilityWebsite;
    engines: readonly { engine: string; label: string }[];
    leftOut: readonly LeftOutEngine[];
    answers: readonly SearchedAnswer[];
    limit: number;
  },
): SearchQueries {
  const owner = readOwner(scope.website);
  const searches = scope.answers.flatMap((answer) => (answer.searches ?? []).map((search) => ({ answer, search })));
  const rows = [...Map.groupBy(searches, ({ search }) => sameSearch(search.query)).values()]
    .map((matches) => queryRow(matches, owner))
    .sort((a, b) => b.times - a.times || codeUnitOrder(a.query, b.query));
  return {
    ...head,
    engines: scope.engines.map(({ engine, label }) => {
      const own = scope.answers.filter((answer) => answer.engine === engine);
      const reports = own.flatMap((answer) => (answer.searches === null ? [] : [answer.searches.length]));
      return {
        ...{ engine, label, answers: own.length, told: reports.length },
        withSearches: reports.filter((count) => count > 0).length,
        searches: reports.reduce((sum, count) => sum + count, 0),
      };
    }),
    leftOut: [...scope.leftOut],
    searches: { total: rows.length, rows: rows.slice(0, scope.limit) },
    reading,
  };
}

/** A search as it is distinguished from others: white space and the case of letters do not count. */
export function sameSearch(query: string): string {
  return query.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

type Found = { answer: SearchedAnswer; search: ReadSearch };

function queryRow(results: readonly Found[], owner: Owner): SearchQuery {
  const pages = listPages(results, owner);
  const runIds = sortedOnce(results.map(({ answer }) => answer.runId));
  return {
    query: sortedOnce(results.map(({ search }) => search.query))[0] ?? '',
    times: results.length,
    engines: [...Map.groupBy(results, ({ answer }) => answer.engine)]
      .map(([engine, own]) => ({
        engine,
        times: own.length,
        answers: new Set(own.map(({ answer }) => answer.runId)).size,
      }))
      .sort((a, b) => codeUnitOrder(a.engine, b.engine)),
    pagesReturned: pages.length,
    pagesCited: pages.filter(({ cited }) => cited > 0).length,
    ownedReturned: pages.filter(({ owned }) => owned).length,
    ownedCited: pages.filter(({ owned, cited }) => owned && cited > 0).length,
    pages: { total: pages.length, rows: pages.slice(0, maxPages) },
    questionIds: sortedOnce(results.map(({ answer }) => answer.questionId)),
    runIds: runIds.slice(0, maxRunIds),
    totalRunIds: runIds.length,
  };
}

/** The owner's pages first, then those returned most often. */
function listPages(foundItems: readonly Found[], owner: Owner): SearchedPage[] {
  const byUrl = Map.groupBy(
    foundItems.flatMap(({ search }) => search.pages),
    ({ url }) => url,
  );
  return [...byUrl]
    .map(([url, uses]) => {
      const home = owner.homeOf(url);
      const owned = ownsUrl(owner, url);
      return {
        url,
        title: uses.find(({ title }) => title !== null)?.title ?? null,
        domain: owned ? owner.domain : (home?.domain ?? home?.host ?? ''),
        owned,
        returned: uses.length,
        cited: uses.filter(({ cited }) => cited).length,
      };
    })
    .sort(
      (a, b) =>
        Number(b.owned) - Number(a.owned) ||
        b.returned - a.returned ||
        b.cited - a.cited ||
        codeUnitOrder(a.url, b.url),
    );
}
