import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { enginesQuery } from '../../api/queries.ts';
import { gapsChanged, gapsQuery, type SourceGap, startReading, supportSummaryQuery } from '../../api/sourceQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { day, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';

const stateNames: Record<SourceGap['state'], string> = {
  open: 'names others',
  closed: 'names you',
  not_known: 'not known',
  no_list: 'names no one',
};

const kindNames: Record<SourceGap['kind'], string> = {
  own: 'own',
  rival: 'rival',
  docs: 'docs',
  reference: 'reference',
  review: 'review',
  editorial: 'editorial',
  forum: 'forum',
  video: 'video',
  shop: 'shop',
  other: 'other',
};

/** Lists pages that recommend others but not the website, those with the most questions first. */
export function SourceGaps({ siteId, name, tabs }: { siteId: string; name: string; tabs: ReactNode }) {
  const gaps = useQuery(gapsQuery(siteId));
  const names = shortNames(useQuery(enginesQuery).data ?? []);
  const support = useQuery(supportSummaryQuery(siteId)).data?.engines ?? [];
  if (gaps.data === undefined || gaps.data.total === 0) {
    return (
      <>
        <div className="mb-2 min-h-8">{tabs}</div>
        {gaps.data !== undefined ? (
          <Empty title="No gaps yet">
            A page appears once three answers, or the latest answers to two questions, cite it.
          </Empty>
        ) : gaps.isError ? (
          <Failure error={gaps.error} retry={() => void gaps.refetch()} />
        ) : (
          <Skeleton className="h-[40rem]" />
        )}
      </>
    );
  }
  return (
    <>
      <DataTable
        parts={tabs}
        label="Source gaps"
        name={`${name}-source-gaps`}
        noun="page"
        rows={gaps.data.gaps}
        keyOf={({ url }) => url}
        searchText={({ url, title }) => `${url} ${title ?? ''}`}
        columns={columns}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3 text-small text-soft">
        <StartReading siteId={siteId} />
        <span>
          Found on the pages. Whether a mention there would change an answer is unknown.
          {support.map(
            ({ engine, judged, pairs, verdicts }) =>
              ` ${names.get(engine) ?? engine}: ${integer(judged)} of ${countWithNoun(pairs, 'cited sentence')} compared, ${integer(verdicts.quoted + verdicts.close_wording)} in the words of the page.`,
          )}
        </span>
      </div>
    </>
  );
}

const columns: Column<SourceGap>[] = [
  {
    id: 'page',
    name: 'Page',
    value: ({ url }) => url,
    cell: ({ url }) => (
      <span className="one-line">
        <Outbound url={url} />
      </span>
    ),
  },
  {
    id: 'state',
    name: 'Seen',
    from: 'sm',
    info: 'gapState',
    value: ({ state }) => state,
    cell: ({ state }) => stateNames[state],
  },
  {
    id: 'questions',
    name: 'Questions',
    right: true,
    value: ({ questions }) => questions,
    cell: ({ questions }) => integer(questions),
  },
  {
    id: 'answers',
    name: 'Answers',
    right: true,
    from: 'sm',
    value: ({ answers }) => answers,
    cell: ({ answers }) => integer(answers),
  },
  {
    id: 'kind',
    name: 'Kind',
    from: 'md',
    phone: false,
    value: ({ kind }) => kind,
    cell: ({ kind }) => kindNames[kind],
  },
  {
    id: 'date',
    name: 'Dated',
    from: 'md',
    value: ({ page }) => page?.date?.date ?? '',
    cell: ({ page }) => (page?.date == null ? <span className="text-soft">–</span> : day(page.date.date)),
  },
  {
    id: 'recommends',
    name: 'Recommends',
    from: 'md',
    value: ({ recommends }) => recommends.map(({ name }) => name).join(', '),
    cell: ({ recommends }) => <bdi className="block max-w-36 truncate xl:max-w-56">{firstNames(recommends)}</bdi>,
  },
  {
    id: 'lost',
    name: 'Lost since',
    from: 'md',
    value: ({ page }) => page?.lostSince ?? '',
    cell: ({ page }) =>
      page?.lostSince == null ? (
        <span className="text-soft">–</span>
      ) : (
        <Time iso={page.lostSince} shown={day(page.lostSince)} />
      ),
  },
];

const firstNames = (names: SourceGap['recommends']): string =>
  names
    .slice(0, 3)
    .map(({ name, place }) => (place === null ? name : `${place}. ${name}`))
    .join(', ');

function StartReading({ siteId }: { siteId: string }) {
  const start = useMutation({ mutationFn: () => startReading(siteId), onSuccess: () => gapsChanged(siteId) });
  return (
    <span className="flex items-center gap-2">
      <Button small forMembers busy={start.isPending} onClick={() => start.mutate()}>
        Check cited pages
      </Button>
      <span role="status">
        {start.isError && start.error.message}
        {start.data !== undefined &&
          `${countWithNoun(start.data.queued, 'page')} queued, ${integer(start.data.fresh)} checked within seven days.`}
      </span>
    </span>
  );
}
