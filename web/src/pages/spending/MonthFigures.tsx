import { useQuery } from '@tanstack/react-query';
import { budgetsQuery, type Spending } from '../../api/moneyQueries.ts';
import { aboutDollars, countWithNoun, integer } from '../../format/numbers.ts';
import { standings } from '../../money/Standing.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { PurchasesLink } from './PurchasesLink.tsx';
import { standingNames } from './SpendingRows.tsx';

/** Shows the month in one line: cost so far, forecast, and the rest of its tightest limit. */
export function MonthFigures({ data: { month, total, simulated, forecast } }: { data: Spending }) {
  const read = useQuery(budgetsQuery({ simulated }));
  const budgets = read.data?.budgets ?? [];
  const { counts, totalUsd } = total;
  const tightest = budgets
    .filter(({ leftUsd }) => leftUsd !== null)
    .toSorted((one, other) => (one.leftUsd ?? 0) - (other.leftUsd ?? 0))[0];
  return (
    <Figures>
      <Figure
        name={simulated ? 'Total, simulated' : 'Total'}
        figure={
          counts.purchases === 0 ? (
            aboutDollars(0)
          ) : (
            <PurchasesLink search={{ month, simulated }} label="the month">
              {aboutDollars(totalUsd)}
            </PurchasesLink>
          )
        }
      >
        {standingNames
          .filter((of) => total[`${of}Usd`] > 0)
          .map((of, index) => (
            <span key={of}>
              {index > 0 && ' · '}
              <PurchasesLink search={{ month, simulated, standing: of }} label={`${standings[of].word}, the month`}>
                {aboutDollars(total[`${of}Usd`])} {standings[of].word}
              </PurchasesLink>
            </span>
          ))}
        {counts.unpriced > 0 && `, ${integer(counts.unpriced)} without a known price`}
      </Figure>
      {forecast !== null && (
        <Figure name="Month forecast" figure={aboutDollars(forecast.usd)}>
          from {countWithNoun(forecast.days, 'whole day')}
        </Figure>
      )}
      {/* Its space is reserved while it loads. */}
      {read.isPending && <Figure name="Left to spend" figure="…" />}
      {tightest !== undefined && (
        <Figure name="Left to spend" figure={aboutDollars(tightest.leftUsd)}>
          <span title={tightest.label}>of {aboutDollars(tightest.limitUsd)}</span>
        </Figure>
      )}
    </Figures>
  );
}
