import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/contract/wireTypes.ts';
import { activityQuery, enginesQuery, sitesQuery } from '../../api/queries.ts';
import { formatLabel, shortLabel, shortNames } from '../../engines/engineWords.ts';
import { daysBefore, today } from '../../format/days.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { shortAgo, Time } from '../../format/times.tsx';
import type { ActivitySearch } from '../../shell/activitySearch.ts';
import { FoldedFilters } from '../../shell/FoldedFilters.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';

const active = ['queued', 'running'];
const spans = [1, 7, 28];

/** Every run of the workspace, newest first: finished, running and stopped. */
export function ActivityPage() {
  const search = useSearch({ from: '/inside/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const sites = useQuery(sitesQuery).data ?? [];
  const engines = useQuery(enginesQuery).data ?? [];
  const names = shortNames(engines);
  const { site, days, ...filters } = search;
  // Whole days, so that the query does not change while the page is open.
  const since = days === undefined ? {} : { since: `${daysBefore(today(), days - 1)}T00:00:00.000Z` };
  const runs = useInfiniteQuery({
    ...activityQuery({ ...filters, ...since, ...(site === undefined ? {} : { websiteId: site }) }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some((run) => active.includes(run.status)) === true ? 3_000 : false,
  });
  const set = (change: { [Name in keyof ActivitySearch]: string | number }) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== '')) as ActivitySearch,
      replace: true,
      resetScroll: false,
    });
  const rows = runs.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead
        title="Activity"
        info="activity"
        filters={
          <FoldedFilters count={Object.keys(search).length} clear={() => void navigate({ search: {}, replace: true })}>
            <Choice
              label="Status"
              hideLabel
              value={search.status ?? ''}
              onChange={(status) => set({ status })}
              options={[
                { value: '', label: 'All outcomes' },
                { value: 'requires_action', label: 'Needs attention' },
                { value: 'failed', label: 'Failed' },
                { value: 'running', label: 'Running' },
                { value: 'queued', label: 'Queued' },
                { value: 'completed', label: 'Completed' },
                { value: 'cancelled', label: 'Cancelled' },
              ]}
            />
            <Choice
              label="Kind"
              hideLabel
              value={search.kind ?? ''}
              onChange={(kind) => set({ kind })}
              options={[
                { value: '', label: 'Answers and captures' },
                { value: 'keyword', label: 'Answers' },
                { value: 'website', label: 'Captures' },
              ]}
            />
            {sites.length > 1 && (
              <Choice
                label="Website"
                hideLabel
                value={search.site ?? ''}
                onChange={(choice) => set({ site: choice })}
                options={[
                  { value: '', label: 'All websites' },
                  ...sites.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
            {engines.length > 1 && (
              <Choice
                label="Engine"
                hideLabel
                value={search.engine ?? ''}
                onChange={(engine) => set({ engine })}
                options={[
                  { value: '', label: 'All engines' },
                  ...engines.map(({ id, label }) => ({ value: id, label: shortLabel(label) })),
                ]}
              />
            )}
            <Choice
              label="Created"
              hideLabel
              value={String(search.days ?? '')}
              onChange={(chosenText) => set({ days: chosenText === '' ? '' : Number(chosenText) })}
              options={[
                { value: '', label: 'Any day' },
                ...spans.map((span) => ({
                  value: String(span),
                  label: span === 1 ? 'Today (UTC)' : `Last ${span} days`,
                })),
              ]}
            />
          </FoldedFilters>
        }
      />
      {runs.isError && runs.data === undefined && <Failure error={runs.error} retry={() => void runs.refetch()} />}
      {runs.data === undefined ? (
        !runs.isError && <Skeleton className="h-96" />
      ) : rows.length === 0 ? (
        <Empty title="No matching activity">
          {Object.keys(search).length > 0 ? 'Choose other filters.' : 'No answers or captures yet.'}
        </Empty>
      ) : (
        <>
          <p className="mb-1 text-small text-soft">
            {runs.hasNextPage
              ? `The newest ${countWithNoun(rows.length, 'run')}; there are more.`
              : `${countWithNoun(rows.length, 'run')}.`}
          </p>
          <ul className="divide-y divide-line border-line border-y">
            {rows.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                site={sites.find(({ id }) => id === run.websiteId)?.name ?? null}
                engine={run.engine === null ? 'Capture' : (names.get(run.engine) ?? formatLabel(engines, run.engine))}
              />
            ))}
          </ul>
        </>
      )}
      {runs.hasNextPage && (
        <Button className="mt-4" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function RunRow({ run, site, engine }: { run: RunSummary; site: string | null; engine: string }) {
  const name = (
    <bdi className="one-line" title={run.asked}>
      {run.asked}
    </bdi>
  );
  const status = (
    <Status of={run.status} {...(run.kind === 'website' && run.status === 'completed' ? { word: 'Captured' } : {})} />
  );
  return (
    <li
      data-row
      className="grid min-h-9 items-center gap-x-4 py-1 text-small md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,14rem)_auto]"
    >
      <span className="max-md:hidden">{status}</span>
      <div className="min-w-0">
        {run.kind === 'keyword' ? (
          <Link to="/answers/$runId" params={{ runId: run.id }} className="hover:underline">
            {name}
          </Link>
        ) : run.websiteId !== null ? (
          <Link
            to="/sites/$siteId/website"
            params={{ siteId: run.websiteId }}
            search={run.status === 'completed' ? { run: run.id } : {}}
            className="hover:underline"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        {run.error !== null && (
          <p>
            <Reason text={run.error} />
          </p>
        )}
        {run.status === 'requires_action' && (
          <p>
            <Link to="/attention" className="link">
              What to do about it
            </Link>
          </p>
        )}
      </div>
      {/* One line below the question on narrow screens. */}
      <p className="flex min-w-0 items-center gap-x-2 text-soft md:contents">
        <span className="shrink-0 md:hidden">{status}</span>
        <span className="min-w-0 truncate">
          {engine}
          {site !== null && (
            <>
              {' · '}
              <bdi>{site}</bdi>
            </>
          )}
        </span>
        <span className="ml-auto shrink-0 text-soft">
          <Time iso={run.createdAt} shown={shortAgo(run.createdAt)} />
        </span>
      </p>
    </li>
  );
}
