import type { VisibilityWebsite } from '../../identity/attempt.ts';
import { type Owner, ownsUrl, readOwner } from '../../identity/owner.ts';
import { codeUnitOrder, sortedOnce } from '../../text/codeUnitOrder.ts';
import type { ReportHead } from '../reportHead.ts';
import type { LeftOutEngine } from './comparison.ts';
import { addSearches, type CountedSearch, type SearchCounts, sameSearch } from './searchCounts.ts';

/** Searches of one engine for answers to one question, summed. */
export type SearchPart = { engine: string; questionId: string; counts: SearchCounts };

type SearchedPage = {
  url: string;
  title: string | null;
  domain: string;
  owned: boolean;
  /** Number of searches that returned it, and how many of them belong to answers that cite it. */
  returned: number;
  cited: number;
};

/** One search query as sent, ignoring white space and case. */
export type SearchQuery = {
  query: string;
  times: number;
  engines: { engine: string; times: number; answers: number }[];
  /** Number of distinct pages that it returned, and of those that an answer cites. */
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
      /** Number of answers whose provider reports searches, of those with at least one, and of searches. */
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

/** Counts the searches of a period's answers: most frequent first, then by text. */
export function searchQueries(
  head: Pick<ReportHead, 'website' | 'window' | 'simulated'> & Pick<ReportHead['coverage'], 'questionKinds'>,
  scope: {
    website: VisibilityWebsite;
    engines: readonly { engine: string; label: string }[];
    leftOut: readonly LeftOutEngine[];
    parts: readonly SearchPart[];
    limit: number;
  },
): SearchQueries {
  const owner = readOwner(scope.website);
  const uses = scope.parts.flatMap((part) => part.counts.queries.map((counted) => ({ part, counted })));
  const rows = [...Map.groupBy(uses, ({ counted }) => sameSearch(counted.query)).values()]
    .map((matches) => queryRow(matches, owner))
    .sort((a, b) => b.times - a.times || codeUnitOrder(a.query, b.query));
  return {
    ...head,
    engines: scope.engines.map(({ engine, label }) => {
      const own = scope.parts.filter((part) => part.engine === engine);
      const sum = (of: Exclude<keyof SearchCounts, 'queries'>) => own.reduce((all, { counts }) => all + counts[of], 0);
      return {
        ...{ engine, label, answers: sum('answers'), told: sum('told') },
        ...{ withSearches: sum('withSearches'), searches: sum('searches') },
      };
    }),
    leftOut: [...scope.leftOut],
    searches: { total: rows.length, rows: rows.slice(0, scope.limit) },
    reading,
  };
}

type Use = { part: SearchPart; counted: CountedSearch };

function queryRow(uses: readonly Use[], owner: Owner): SearchQuery {
  const { pages: ofAll, answers: totalRunIds, ...all } = addSearches(uses.map(({ counted }) => counted));
  const pages = listPages(ofAll, owner);
  return {
    ...all,
    engines: [...Map.groupBy(uses, ({ part }) => part.engine)]
      .map(([engine, own]) => {
        const { times, answers } = addSearches(own.map(({ counted }) => counted));
        return { engine, times, answers };
      })
      .sort((a, b) => codeUnitOrder(a.engine, b.engine)),
    pagesReturned: pages.length,
    pagesCited: pages.filter(({ cited }) => cited > 0).length,
    ownedReturned: pages.filter(({ owned }) => owned).length,
    ownedCited: pages.filter(({ owned, cited }) => owned && cited > 0).length,
    pages: { total: pages.length, rows: pages.slice(0, maxPages) },
    questionIds: sortedOnce(uses.map(({ part }) => part.questionId)),
    totalRunIds,
  };
}

/** Lists the owner's pages first, then those returned most often. */
function listPages(pages: CountedSearch['pages'], owner: Owner): SearchedPage[] {
  return pages
    .map(({ url, title, returned, cited }) => {
      const home = owner.homeOf(url);
      const owned = ownsUrl(owner, url);
      const domain = owned ? owner.domain : (home?.domain ?? home?.host ?? '');
      return { url, title, domain, owned, returned, cited };
    })
    .sort(
      (a, b) =>
        Number(b.owned) - Number(a.owned) ||
        b.returned - a.returned ||
        b.cited - a.cited ||
        codeUnitOrder(a.url, b.url),
    );
}
