import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SpendingGroup, spendingQuery } from '../../api/moneyQueries.ts';
import { enginesQuery } from '../../api/queries.ts';
import { DayBars } from '../../charts/DayBars.tsx';
import { inSentence } from '../../format/language.ts';
import { Choice } from '../../ui/Field.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { MonthBudgets } from './MonthBudgets.tsx';
import { MonthFigures } from './MonthFigures.tsx';
import { PlansForecast } from './PlansForecast.tsx';
import { SpendingRows } from './SpendingRows.tsx';
import { groupWords, lastMonths, monthWords, type SpendingSearch } from './spendingSearch.ts';

/** Spending of a month, with links to its runs. */
export function SpendingPage() {
  const search = useSearch({ from: '/inside/spending' });
  const navigate = useNavigate({ from: '/spending' });
  const { month, by = 'engine', simulated } = search;
  const spending = useQuery(spendingQuery({ month, by, simulated }));
  const engines = useQuery(enginesQuery).data ?? [];
  const { data } = spending;
  const days = useQuery(spendingQuery({ month, by: 'day', simulated }));
  const isPending = data === undefined || days.isPending;
  const daily = new Map(
    (days.data?.rows ?? []).flatMap(({ id, totalUsd }) => (id === null ? [] : [[id, totalUsd] as const])),
  );
  const set = (next: SpendingSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const [now = '', ...before] = lastMonths(13);
  const text = month ?? now;
  const months = [now, ...before, ...([now, ...before].includes(text) ? [] : [text])];
  const isMixed = new Set(engines.map((engine) => engine.simulated)).size > 1 || simulated !== undefined;
  return (
    <>
      <PageHead
        title="Spending"
        info="spending"
        filters={
          <>
            <Choice
              label="Month (UTC)"
              hideLabel
              value={text}
              onChange={(value) => set({ month: value === now ? undefined : value } as SpendingSearch)}
              options={months.map((value) => ({ value, label: monthWords(value) }))}
            />
            <Choice<SpendingGroup>
              label="A row is"
              hideLabel
              value={by}
              onChange={(value) => set({ by: value })}
              options={Object.entries(groupWords).map(([value, word]) => ({
                value: value as SpendingGroup,
                label: `By ${inSentence(word)}`,
              }))}
            />
            {isMixed && data !== undefined && (
              <Choice
                label="Money"
                hideLabel
                value={data.simulated ? 'simulated' : 'real'}
                onChange={(value) => set({ simulated: value === 'simulated' })}
                options={[
                  { value: 'real', label: 'Real money' },
                  { value: 'simulated', label: 'Simulated money' },
                ]}
              />
            )}
          </>
        }
      />
      {!isPending && <MonthFigures data={data} />}
      <Freshness query={spending} />
      {spending.isError && data === undefined && (
        <Failure error={spending.error} retry={() => void spending.refetch()} />
      )}
      {isPending ? (
        !spending.isError && <Skeleton className="h-96" />
      ) : data.total.counts.purchases === 0 ? (
        <div className="mb-10">
          <Empty title="No purchases this month">
            Answers, second readings and SEO lookups appear here as soon as they are reserved, each with a link to its
            run.
          </Empty>
        </div>
      ) : (
        <>
          <DayBars month={data.month} usd={daily} />
          <div className="pb-6">
            <SpendingRows data={data} />
          </div>
        </>
      )}
      {!isPending && (
        <>
          <PlansForecast />
          <MonthBudgets simulated={data.simulated} />
        </>
      )}
    </>
  );
}
