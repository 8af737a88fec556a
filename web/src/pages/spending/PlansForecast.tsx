import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { upperPrice } from '../../../../src/client/upperPrice.ts';
import { type PlanQuote, planQuery, plansQuery } from '../../api/planQueries.ts';
import { aboutDollars, countWithNoun } from '../../format/numbers.ts';
import { lookup } from '../../i18n/t.ts';
import { addUp } from '../../money/addUp.ts';
import { Section } from '../../ui/Section.tsx';

/** Cost of the active plans' rounds in the next thirty days; hidden without plans. */
export function PlansForecast() {
  const plans = (useQuery({ ...plansQuery, refetchInterval: false }).data ?? []).filter(
    ({ state, nextDueAt }) => state === 'active' && nextDueAt !== null,
  );
  const quotes = useQueries({
    queries: plans.map(({ id }) => ({ ...planQuery(id), refetchInterval: false as const })),
  });
  if (plans.length === 0) return null;
  const rows = plans.map((plan, index) => ({ plan, quote: quotes[index]?.data?.quote }));
  const knownItems = rows.flatMap(({ quote }) =>
    quote?.month.typicalUsd == null || quote.month.maxUsd === null
      ? []
      : [{ typical: quote.month.typicalUsd, max: quote.month.maxUsd, word: wordOf(quote) }],
  );
  return (
    <Section title="Forecast for active plans" info="plannedRounds">
      <ul className="divide-y divide-line">
        {rows.map(({ plan, quote }) => (
          <li key={plan.id} data-row className="flex min-h-9 flex-wrap items-center justify-between gap-x-6">
            <Link to="/plans/$planId" params={{ planId: plan.id }} className="hover:underline">
              <bdi>{plan.name}</bdi>
            </Link>
            <span className="text-small text-soft">
              {quote === undefined
                ? '…'
                : quote.month.typicalUsd === null
                  ? `${countWithNoun(quote.roundsInMonth, 'round')}; no price is known`
                  : `${countWithNoun(quote.roundsInMonth, 'round')}: typically ${aboutDollars(quote.month.typicalUsd)}, ${lookup(wordOf(quote))} ${aboutDollars(quote.month.maxUsd)}`}
            </span>
          </li>
        ))}
      </ul>
      {knownItems.length > 1 && (
        <p className="mt-2 text-right text-small">
          {knownItems.length === rows.length
            ? 'Total'
            : `${countWithNoun(knownItems.length, 'plan')} with a known price`}
          : typically {aboutDollars(addUp(knownItems.map(({ typical }) => typical)))},{' '}
          {knownItems.some(({ word }) => word === 'rarely above') ? 'rarely above' : 'at most'}{' '}
          {aboutDollars(addUp(knownItems.map(({ max }) => max)))}
        </p>
      )}
    </Section>
  );
}

/** Returns the label of the upper price of a plan's rounds. */
function wordOf({ round }: PlanQuote): string {
  return round === null ? 'at most' : upperPrice(round.total).word;
}
