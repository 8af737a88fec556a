import { Link } from '@tanstack/react-router';
import { upperPrice } from '../../../src/client/upperPrice.ts';
import type { Budget, Quote } from '../api/moneyQueries.ts';
import { allOf } from '../format/language.ts';
import { aboutDollars, countWithNoun, integer } from '../format/numbers.ts';
import { day } from '../format/times.tsx';
import { lookup } from '../i18n/t.ts';
import { Failure, Notice, Skeleton } from '../ui/Notice.tsx';

type Props = { quote: Quote | undefined; error: unknown; retry(): void };

/**
 * Shows the price of a batch before anything is sent: typical and worst case, reused answers, and the rest of each
 * budget.
 */
export function QuotedPrice({ quote, error, retry }: Props) {
  if (quote === undefined) {
    return error === null ? (
      <Skeleton className="h-28" />
    ) : (
      <Failure error={error} retry={retry} retryNote="The price could not be read. Reading it again costs nothing." />
    );
  }
  const { total, simulated, fits } = quote;
  return (
    <section aria-label="Price" className="grid gap-1 rounded-box border border-line bg-sunken px-4 py-3">
      <p>
        <strong className="font-medium">
          {total.bought === 0 ? 'Nothing to buy' : `${countWithNoun(total.bought, 'answer')} to buy`}
        </strong>
        {total.bought > 0 && `: ${priceWords(total)}`}.
        {total.reused > 0 && ` ${countWithNoun(total.reused, 'saved answer')} reused, for $0.`}
        {total.blocked > 0 && ` ${integer(total.blocked)} refused until an earlier purchase is found.`}
      </p>
      {total.bought > 0 && (
        <p className="text-small text-soft">
          {simulated
            ? 'Simulated: nothing is charged. Real answers would cost about the same. '
            : `${total.heldUsd === null ? '' : `${aboutDollars(total.heldUsd)} are held until the answers end. `}`}
          {priceSource(quote)}
        </p>
      )}
      <Budgets quote={quote} />
      {fits === false && total.bought > 0 && (
        <Notice tone="caution" title="Not all of it fits the budget">
          {total.heldUsd === null
            ? 'Some questions have no known price. They are refused if a budget is set.'
            : `The total worst case, ${aboutDollars(total.heldUsd)}, is more than is left.`}{' '}
          Questions beyond the budget are refused and cost nothing.
        </Notice>
      )}
    </section>
  );
}

/** Formats the expected and the highest price, or the unknown part. */
export function priceWords({ typicalUsd, maxUsd, heldUsd, unpriced, bought }: Quote['total']): string {
  if (typicalUsd !== null && maxUsd !== null) {
    const { word, heldBeyond } = upperPrice({ maxUsd, heldUsd });
    const heldText = heldBeyond === null ? '' : ` (${aboutDollars(heldBeyond)} held until the end)`;
    return `typically ${aboutDollars(typicalUsd)}, ${lookup(word)} ${aboutDollars(maxUsd)}${heldText}`;
  }
  return unpriced === bought || unpriced === 0
    ? 'no price is known'
    : `no price is known for ${integer(unpriced)} of them`;
}

function priceSource({ items }: Quote): string {
  const purchases = items.filter((item) => item.bought > 0);
  const dates = purchases.flatMap(({ perRun }) => perRun.asOf ?? []);
  const oldest = dates.length === 0 ? null : dates.reduce((one, other) => (one < other ? one : other));
  const parts = [
    ...(purchases.some(({ perRun }) => perRun.basis === 'history') ? ['your own latest answers'] : []),
    ...(oldest === null ? [] : [`prices of ${day(oldest)}`]),
  ];
  if (parts.length === 0) return '';
  const old = purchases.some(({ perRun }) => perRun.mayHaveChanged) ? ', may have changed' : '';
  return `From ${allOf(parts)}${old}.`;
}

const budgetNames: Record<Budget['kind'], string> = {
  deployment: 'this server’s budget',
  workspace: 'the workspace’s budget',
  plan: 'the plan’s budget',
  key: 'the key’s budget',
};

function Budgets({ quote: { budgets, simulated } }: { quote: Quote }) {
  const set = budgets.filter(({ limitUsd }) => limitUsd !== null);
  return (
    <p className="text-small text-soft">
      {set.length === 0
        ? 'No budget. '
        : `Left this month: ${set.map(({ kind, leftUsd, limitUsd }) => `${aboutDollars(leftUsd)} of ${aboutDollars(limitUsd)} of ${budgetNames[kind]}`).join('; ')}${simulated ? ' (simulated money)' : ''}. `}
      <Link to="/spending" className="link">
        {set.length === 0 ? 'Set one' : 'Spending'}
      </Link>
    </p>
  );
}
