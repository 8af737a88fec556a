import type { Spending } from '../../api/moneyQueries.ts';
import { countWithNoun, dollars } from '../../format/numbers.ts';
import { type StandingName, StandingShape, standings } from '../../money/Standing.tsx';
import { PurchasesLink } from './PurchasesLink.tsx';

const names = ['stated', 'estimated', 'held', 'unknown', 'refunded'] as const satisfies readonly StandingName[];

const counted: Record<StandingName, keyof Spending['total']['counts']> = {
  stated: 'stated',
  estimated: 'estimated',
  held: 'held',
  unknown: 'unknown',
  refunded: 'refunds',
};

/** How the month's money stands: four that add up, and what came back beside them. */
export function Totals({ data: { total, month, simulated } }: { data: Spending }) {
  return (
    <ul
      aria-label="How the money stands"
      className="mb-10 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-5"
    >
      {names.map((of) => {
        const count = total.counts[counted[of]];
        return (
          <li key={of} className="grid content-start gap-1">
            <span className="flex items-center gap-1.5 font-medium text-small text-soft first-letter:uppercase">
              <StandingShape of={of} />
              <span className="first-letter:uppercase">{standings[of].word}</span>
            </span>
            <span className="wrap-anywhere font-semibold text-title">
              {count === 0 ? (
                <span className="text-soft">{dollars(0)}</span>
              ) : (
                <PurchasesLink search={{ month, simulated, standing: of }} told={`${standings[of].word}, the month`}>
                  {dollars(total[`${of}Usd`])}
                </PurchasesLink>
              )}
            </span>
            <span className="text-small text-soft">
              {countWithNoun(count, of === 'refunded' ? 'refund' : 'purchase')}. {standings[of].told}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
