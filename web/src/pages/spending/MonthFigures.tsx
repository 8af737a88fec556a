import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { budgetsQuery, type Spending } from '../../api/moneyQueries.ts';
import { aboutDollars, countWithNoun, integer } from '../../format/numbers.ts';
import { PurchasesLink } from './PurchasesLink.tsx';

/** The month in one line: what it cost, what it will cost, and what its tightest limit leaves. */
export function MonthFigures({ data: { month, total, simulated, forecast } }: { data: Spending }) {
  const budgets = useQuery(budgetsQuery({ simulated })).data?.budgets ?? [];
  const { counts, totalUsd } = total;
  const tightest = budgets
    .filter(({ leftUsd }) => leftUsd !== null)
    .toSorted((one, other) => (one.leftUsd ?? 0) - (other.leftUsd ?? 0))[0];
  return (
    <dl data-datum className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-2">
      <Figure
        name={simulated ? 'Total, simulated' : 'Total'}
        figure={
          counts.purchases === 0 ? (
            aboutDollars(0)
          ) : (
            <PurchasesLink search={{ month, simulated }} told="the month">
              {aboutDollars(totalUsd)}
            </PurchasesLink>
          )
        }
      >
        {countWithNoun(counts.purchases, 'purchase')}
        {counts.unpriced > 0 && `, ${integer(counts.unpriced)} without a known price`}
      </Figure>
      {forecast !== null && (
        <Figure name="Whole month, about" figure={aboutDollars(forecast.usd)}>
          from {countWithNoun(forecast.days, 'whole day')}
        </Figure>
      )}
      {tightest !== undefined && (
        <Figure name="Left to spend" figure={aboutDollars(tightest.leftUsd)}>
          of {aboutDollars(tightest.limitUsd)}, <bdi>{tightest.label}</bdi>
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, figure, children }: { name: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-medium text-small text-soft">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-small text-soft">
        <span className="font-semibold text-ink text-title">{figure}</span>
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </dd>
    </div>
  );
}
