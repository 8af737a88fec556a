import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { planQuery, plansQuery } from '../../api/planQueries.ts';
import { countWithNoun, dollars } from '../../format/numbers.ts';
import { addUp } from '../../money/addUp.ts';
import { Section } from '../../ui/Section.tsx';

/** What the active plans will ask for by themselves in the next thirty days; nothing where there is none. */
export function PlansForecast() {
  const plans = (useQuery({ ...plansQuery, refetchInterval: false }).data ?? []).filter(
    ({ state, nextDueAt }) => state === 'active' && nextDueAt !== null,
  );
  const quotes = useQueries({
    queries: plans.map(({ id }) => ({ ...planQuery(id), refetchInterval: false as const })),
  });
  if (plans.length === 0) return null;
  const rows = plans.map((plan, index) => ({ plan, quote: quotes[index]?.data?.quote }));
  const known = rows.flatMap(({ quote }) =>
    quote?.month.typicalUsd == null || quote.month.maxUsd === null
      ? []
      : [{ typical: quote.month.typicalUsd, max: quote.month.maxUsd }],
  );
  return (
    <Section
      title="Forecast: what active plans will ask for"
      note="Rounds due in the next thirty days, times the price of a round. Budgets and limits of a plan may stop it earlier."
    >
      <ul className="divide-y divide-line">
        {rows.map(({ plan, quote }) => (
          <li key={plan.id} className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 py-1.5">
            <Link to="/plans/$planId" params={{ planId: plan.id }} className="link">
              <bdi>{plan.name}</bdi>
            </Link>
            <span className="text-small text-soft">
              {quote === undefined
                ? 'being reckoned'
                : quote.month.typicalUsd === null
                  ? `${countWithNoun(quote.roundsInMonth, 'round')}; no price is known`
                  : `${countWithNoun(quote.roundsInMonth, 'round')}: usually ${dollars(quote.month.typicalUsd)}, at most ${dollars(quote.month.maxUsd)}`}
            </span>
          </li>
        ))}
      </ul>
      {known.length > 1 && (
        <p className="mt-2 text-right text-small">
          {known.length === rows.length ? 'All of them' : `${countWithNoun(known.length, 'plan')} with a known price`}:
          usually {dollars(addUp(known.map(({ typical }) => typical)))}, at most{' '}
          {dollars(addUp(known.map(({ max }) => max)))}
        </p>
      )}
    </Section>
  );
}
