import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { answersQuery } from '../../api/visibilityQueries.ts';
import { labelOf, shortLabel } from '../../engines/engineWords.ts';
import { basisText } from '../../format/bases.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { answersRequest, isOfOneEngine, readAnswerSearch } from '../../shell/answerSearch.ts';
import { CountedKinds } from '../../shell/CountedKinds.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { AnswerFilters } from './AnswerFilters.tsx';

/** Which answers stand behind a number? Every filter stands in the address, so that any number can lead here. */
export function AnswersPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId/answers' });
  const search = useSearch({ from: '/inside/sites/$siteId/answers' });
  const chosen = readAnswerSearch(search);
  const filters = filtersOf(search);
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const engines = useQuery(enginesQuery).data;
  const declared = engines?.[0]?.id;
  const list = useInfiniteQuery({
    ...answersQuery(answersRequest(siteId, search, declared)),
    enabled: !isOfOneEngine(chosen) || filters.engine !== undefined || declared !== undefined,
  });
  if (site === undefined) return null;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const matched = list.data?.pages[0]?.matched ?? null;
  return (
    <>
      <PageHead title={`Answers about ${foreign(site.name)}`}>
        {matched === null
          ? 'Every saved answer of the period, newest first.'
          : `${matched.all ? '' : 'More than '}${countWithNoun(matched.answers, 'attempt')}, newest first${rows.length < matched.answers ? `: the newest ${integer(rows.length)} of ${integer(matched.answers)} are shown` : ''}.`}
      </PageHead>
      <FilterBar models={[...new Set(rows.flatMap(({ model }) => model ?? []))]} everyEngine={!isOfOneEngine(chosen)} />
      <CountedKinds kinds={matched?.questionKinds ?? null} />
      <AnswerFilters siteId={siteId} chosen={chosen} />
      {list.isError && rows.length === 0 && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && <Skeleton className="h-96" />}
      {list.data !== undefined && rows.length === 0 && (
        <p className="text-soft">No answer of this period matches these filters.</p>
      )}
      <ol className="divide-y divide-line border-line border-y">
        {rows.map((row) => (
          <li key={row.runId} className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[8rem_minmax(0,1fr)_13rem]">
            <span>
              {row.status === null ? (
                <Status of={row.runStatus} />
              ) : (
                <Status
                  of={row.status}
                  {...(row.position === null ? {} : { word: `Position ${integer(row.position)}` })}
                />
              )}
            </span>
            <span className="min-w-0">
              <Link
                to="/answers/$runId"
                params={{ runId: row.runId }}
                className="link wrap-anywhere line-clamp-2 font-medium"
              >
                <bdi>{row.question}</bdi>
              </Link>
              {row.snippet !== '' && (
                <span className="wrap-anywhere line-clamp-2 text-small">
                  <bdi>{row.snippet}</bdi>
                </span>
              )}
              {row.basis !== null && row.status !== 'listed' && (
                <span className="block text-small text-soft">{basisText(row.basis, [])}</span>
              )}
            </span>
            <span className="text-small text-soft md:text-right">
              <Time iso={row.observedAt ?? row.createdAt} />
              <span className="block" title={labelOf(engines, row.engine)}>
                {shortLabel(labelOf(engines, row.engine))}
                {row.model !== null && (
                  <>
                    , <bdi className="inline-block">{row.model}</bdi>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older answers
        </Button>
      )}
    </>
  );
}
