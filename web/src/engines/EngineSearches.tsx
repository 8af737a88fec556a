import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { searchesQuery } from '../api/engineQueries.ts';
import type { Cell } from '../format/files.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import { FilterBar } from '../shell/FilterBar.tsx';
import { filtersOf } from '../shell/reportSearch.ts';
import { AnswersLink } from '../ui/AnswersLink.tsx';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Failure, Skeleton } from '../ui/Notice.tsx';
import { Outbound } from '../ui/Outbound.tsx';
import { SaveCsv } from '../ui/Save.tsx';
import { Section } from '../ui/Section.tsx';
import { useListSearch } from '../ui/useListSearch.tsx';
import { shortLabel } from './engineWords.ts';

type Searches = OutputOf<'engineSearches'>;
type SearchRow = Searches['searches']['rows'][number];

/** Rows before the reader asks for all. */
const maxRowsAtFirst = 10;

/** Lists the searches that engines ran for the answers of the period, with the pages they returned. */
export function EngineSearches({ siteId, questionId }: { siteId: string; questionId?: string }) {
  const { startDate, endDate, tag, branded } = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  // A single question is read whatever its tags.
  const choice = questionId === undefined ? { tag, branded } : {};
  const read = useQuery(searchesQuery(siteId, { startDate, endDate, ...choice }, questionId));
  const [isWhole, setWhole] = useState(false);
  const rows = read.data?.searches.rows ?? [];
  const { found, field, none } = useListSearch({
    place: 'searches',
    rows,
    textOf: (row) => row.query,
    noun: 'search',
  });
  const { data } = read;
  const visibleItems = isWhole ? found : found.slice(0, maxRowsAtFirst);
  return (
    <Section
      title="What the engines searched for"
      info="searches"
      actions={
        rows.length > 0 && (
          <SaveCsv name="searches-of-engines" head={fileHead} rows={() => found.map((row) => fileRow(row))} />
        )
      }
    >
      {questionId !== undefined && <FilterBar models={[]} engine={false} />}
      {read.isError && data === undefined && <Failure error={read.error} retry={() => void read.refetch()} />}
      {data === undefined ? (
        !read.isError && <Skeleton className="h-56" />
      ) : (
        <>
          <ByEngine data={data} questionId={questionId} />
          {field !== null && <div className="mb-2">{field}</div>}
          {none}
          <ul className="divide-y divide-line">
            {visibleItems.map((row) => (
              <Row key={row.query} row={row} engines={data.engines} questionId={questionId} />
            ))}
          </ul>
          {found.length > visibleItems.length && (
            <Button small kind="quiet" className="screen-only mt-2 -ml-2.5" onClick={() => setWhole(true)}>
              Show all {countWithNoun(found.length, 'search', 'searches')}
            </Button>
          )}
          {data.searches.total > rows.length && (
            <p className="mt-2 text-small text-soft">
              The {integer(rows.length)} most frequent of {countWithNoun(data.searches.total, 'search', 'searches')}.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

/** Shows which engines report their searches, and how many they ran. */
function ByEngine({ data: { engines }, questionId }: { data: Searches; questionId: string | undefined }) {
  const replies = engines.filter(({ answers }) => answers > 0);
  if (replies.length === 0) return <p className="text-soft">No completed answers in this period</p>;
  return (
    <ul className="mb-3 grid gap-0.5 text-small text-soft">
      {replies.map(({ engine, label, answers, told, withSearches, searches }) => (
        <li key={engine}>
          {shortLabel(label)}:{' '}
          {told === 0
            ? 'does not report its searches'
            : `${countWithNoun(searches, 'search', 'searches')} behind ${integer(withSearches)} of ${integer(told)} that tell`}
          ;{' '}
          <AnswersLink
            find={{ engine, ended: 'completed', ...(questionId === undefined ? {} : { question: questionId }) }}
            every
            count={answers}
          >
            {countWithNoun(answers, 'completed answer')}
          </AnswersLink>
        </li>
      ))}
    </ul>
  );
}

type RowProps = { row: SearchRow; engines: Searches['engines']; questionId: string | undefined };

function Row({ row, engines, questionId }: RowProps) {
  const { query, pages, pagesReturned, pagesCited, ownedReturned, ownedCited, totalRunIds } = row;
  const find = { searched: query, ...(questionId === undefined ? {} : { question: questionId }) };
  const labelOf = (id: string) => shortLabel(engines.find(({ engine }) => engine === id)?.label ?? id);
  const owned =
    ownedReturned === 0
      ? 'none yours'
      : `${integer(ownedReturned)} yours${ownedCited > 0 ? `, ${integer(ownedCited)} of them cited` : ''}`;
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        <bdi>{query}</bdi>{' '}
        <span className="text-small text-soft">
          {row.engines.map(({ engine, times }) => `${labelOf(engine)} ${integer(times)}×`).join(', ')}
        </span>
      </p>
      <Disclosure
        summary={
          pagesReturned === 0
            ? 'No pages reported'
            : `${countWithNoun(pagesReturned, 'page')} returned, ${integer(pagesCited)} cited, ${owned}`
        }
      >
        <ul className="grid gap-1 border-line border-l-2 pl-3 text-small">
          {pages.rows.map((page) => (
            <li key={page.url} className="min-w-0">
              <Outbound url={page.url} />
              {page.owned && <strong className="ml-2 font-medium text-accent">yours</strong>}
              <span className="ml-2 text-soft">
                returned {integer(page.returned)}×{page.cited > 0 ? `, cited ${integer(page.cited)}×` : ''}
              </span>
              {page.title !== null && <bdi className="block truncate text-soft">{page.title}</bdi>}
            </li>
          ))}
          {pages.total > pages.rows.length && (
            <li className="text-soft">and {integer(pages.total - pages.rows.length)} more</li>
          )}
          <li className="text-soft">
            Used in{' '}
            <AnswersLink find={find} every count={totalRunIds}>
              {countWithNoun(totalRunIds, 'answer')}
            </AnswersLink>
          </li>
        </ul>
      </Disclosure>
    </li>
  );
}

const fileHead = [
  'Search',
  'Times',
  'Engines',
  'Pages returned',
  'Pages cited',
  'Yours returned',
  'Yours cited',
  'Runs',
];

function fileRow(row: SearchRow): Cell[] {
  return [
    row.query,
    row.times,
    row.engines.map(({ engine, times }) => `${engine} ${times}`).join('; '),
    row.pagesReturned,
    row.pagesCited,
    row.ownedReturned,
    row.ownedCited,
    row.runIds.join(' '),
  ];
}
