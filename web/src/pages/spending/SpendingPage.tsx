import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Spending, type SpendingGroup, spendingQuery } from '../../api/moneyQueries.ts';
import { enginesQuery } from '../../api/queries.ts';
import { aboutDollars, countWithNoun, dollars, integer } from '../../format/numbers.ts';
import { Choice } from '../../ui/Field.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { MonthBudgets } from './MonthBudgets.tsx';
import { PlansForecast } from './PlansForecast.tsx';
import { SpendingRows } from './SpendingRows.tsx';
import { groupWords, lastMonths, monthWords, type SpendingSearch } from './spendingSearch.ts';
import { Totals } from './Totals.tsx';

/** What did asking cost, and which runs is that? */
export function SpendingPage() {
  const search = useSearch({ from: '/inside/spending' });
  const navigate = useNavigate({ from: '/spending' });
  const { month, by = 'engine', simulated } = search;
  const spending = useQuery(spendingQuery({ month, by, simulated }));
  const engines = useQuery(enginesQuery).data ?? [];
  const { data } = spending;
  const set = (next: SpendingSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const [now = '', ...before] = lastMonths(13);
  const shown = month ?? now;
  const months = [now, ...before, ...([now, ...before].includes(shown) ? [] : [shown])];
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
              value={shown}
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
                label: `By ${word.toLowerCase()}`,
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
      {data !== undefined && <Verdict data={data} />}
      <Freshness query={spending} />
      {spending.isError && data === undefined && (
        <Failure error={spending.error} retry={() => void spending.refetch()} />
      )}
      {data === undefined ? (
        !spending.isError && <Skeleton className="h-96" />
      ) : data.total.counts.purchases === 0 ? (
        <div className="mb-10">
          <Empty title="Nothing was bought in this month">
            Answers, second readings and SEO lookups stand here from the moment they are claimed, each with the run
            behind it.
          </Empty>
        </div>
      ) : (
        <>
          <Totals data={data} />
          <Section
            title={`By ${groupWords[by].toLowerCase()}`}
            note="The rows add up to the total exactly. Each number opens the runs and reports that it is the sum of."
          >
            <SpendingRows data={data} />
          </Section>
        </>
      )}
      <PlansForecast />
      {data !== undefined && <MonthBudgets simulated={data.simulated} />}
    </>
  );
}

function Verdict({ data: { month, total, simulated, forecast } }: { data: Spending }) {
  const { counts, totalUsd } = total;
  return (
    <p className="mb-3">
      {monthWords(month)} (UTC):{' '}
      <strong className="font-medium text-ink">
        {dollars(totalUsd)} for {countWithNoun(counts.purchases, 'purchase')}
        {simulated ? ', simulated: nothing was charged' : ''}
      </strong>
      .
      {counts.unpriced > 0 &&
        ` ${integer(counts.unpriced)} held or unknown without a known price: missing in the sums.`}
      {forecast !== null &&
        ` Forecast: about ${aboutDollars(forecast.usd)} for the month, if it goes on as in its ${countWithNoun(forecast.days, 'whole day')} so far.`}
    </p>
  );
}
