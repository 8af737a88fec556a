import { countWithNoun } from '../format/numbers.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Outbound } from '../ui/Outbound.tsx';

export type ShownSearch = {
  query: string;
  /** Text next to the query, such as its count. */
  note: string;
  pages: readonly { url: string; title: string | null; cited: boolean; owned: boolean }[];
  /** Total number of pages, if only some are shown. */
  total: number;
};

/** Lists an engine's searches: the text, the returned pages, and which of them were cited or are the owner's. */
export function SearchList({ searches }: { searches: readonly ShownSearch[] }) {
  return (
    <ul className="divide-y divide-line">
      {searches.map(({ query, note, pages, total }) => {
        const owned = pages.filter((page) => page.owned).length;
        return (
          <li key={query} className="py-2">
            <p className="wrap-anywhere">
              <bdi>{query}</bdi> <span className="text-small text-soft">{note}</span>
            </p>
            {total === 0 ? (
              <p className="text-small text-soft">No pages reported</p>
            ) : (
              <Disclosure
                summary={`${countWithNoun(total, 'page')} returned, ${pages.filter((page) => page.cited).length} of ${pages.length} cited${owned > 0 ? `, ${owned} yours` : ', none yours'}`}
              >
                <ul className="grid gap-1 border-line border-l-2 pl-3">
                  {pages.map((page) => (
                    <li key={page.url} className="min-w-0 text-small">
                      <Outbound url={page.url} />
                      {page.owned && <strong className="ml-2 font-medium text-accent">yours</strong>}
                      {page.cited && <span className="ml-2 text-soft">cited</span>}
                      {page.title !== null && <bdi className="block truncate text-soft">{page.title}</bdi>}
                    </li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </li>
        );
      })}
    </ul>
  );
}
