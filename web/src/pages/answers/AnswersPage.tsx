import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { answersQuery } from '../../api/visibilityQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { answersRequest, isOfOneEngine, readAnswerSearch } from '../../shell/answerSearch.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { AnswerBody } from '../answer/AnswerBody.tsx';
import { AnswerFilters } from './AnswerFilters.tsx';
import { AnswerRow } from './AnswerRow.tsx';
import { useRowKeys } from './useRowKeys.ts';

/** The answers that a number counts. Every filter is in the address, so that any number can link here. */
export function AnswersPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId/answers' });
  const search = useSearch({ from: '/inside/sites/$siteId/answers' });
  const answerSearch = readAnswerSearch(search);
  const filters = filtersOf(search);
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const engines = useQuery(enginesQuery).data;
  const declared = engines?.[0]?.id;
  const list = useInfiniteQuery({
    ...answersQuery(answersRequest(siteId, search, declared)),
    enabled: !isOfOneEngine(answerSearch) || filters.engine !== undefined || declared !== undefined,
  });
  if (site === undefined) return null;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const matched = list.data?.pages[0]?.matched ?? null;
  const names = shortNames(engines ?? []);
  const [at, setAt] = useRowKeys(rows.length);
  const open = at === null ? null : (rows[at] ?? null);
  return (
    <>
      <PageHead
        title="Answers"
        info="answers"
        filters={
          <FilterBar
            models={[...new Set(rows.flatMap(({ model }) => model ?? []))]}
            everyEngine={!isOfOneEngine(answerSearch)}
            kinds={matched?.questionKinds ?? null}
          />
        }
      />
      <PrintedFilters />
      <AnswerFilters
        siteId={siteId}
        chosen={answerSearch}
        count={
          matched === null
            ? ''
            : `${matched.all ? '' : 'More than '}${countWithNoun(matched.answers, 'attempt')}, newest first${rows.length < matched.answers ? `; ${integer(rows.length)} shown` : ''}`
        }
        request={(next) => answersRequest(siteId, { ...search, ...next } as typeof search, declared)}
      />
      {list.isError && rows.length === 0 && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && <Skeleton className="h-[40rem]" />}
      {list.data !== undefined && rows.length === 0 && (
        <p className="text-soft">No answer of this period matches these filters.</p>
      )}
      {rows.length > 0 && (
        <div className={open === null ? '' : 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]'}>
          <ol className="border-line border-t">
            {rows.map((row, index) => (
              <AnswerRow
                key={row.runId}
                row={row}
                engine={names.get(row.engine) ?? row.engine}
                isNarrow={open !== null}
                isCurrent={index === at}
                onOpen={() => setAt(index)}
              />
            ))}
          </ol>
          {open !== null && (
            <section
              aria-label="Selected answer"
              className="sticky top-0 max-h-dvh min-w-0 self-start overflow-y-auto border-line border-l pb-6 pl-4"
            >
              <div className="flex items-center gap-2 border-line border-b py-1.5">
                <Link
                  to="/answers/$runId"
                  params={{ runId: open.runId }}
                  className="one-line font-semibold hover:underline"
                >
                  <bdi>{open.question}</bdi>
                </Link>
                <Button small kind="quiet" className="ml-auto shrink-0" onClick={() => setAt(null)}>
                  Close
                </Button>
              </div>
              <AnswerBody key={open.runId} runId={open.runId} isPanel />
            </section>
          )}
        </div>
      )}
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older answers
        </Button>
      )}
    </>
  );
}
