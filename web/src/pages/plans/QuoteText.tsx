import { upperPrice } from '../../../../src/client/upperPrice.ts';
import type { PlanQuote } from '../../api/planQueries.ts';
import { aboutDollars, countWithNoun } from '../../format/numbers.ts';
import { lookup } from '../../i18n/t.ts';
import { Notice } from '../../ui/Notice.tsx';

/** The price of a round and of the next thirty days. */
export function QuoteText({ quote }: { quote: PlanQuote }) {
  const { round, questions, requests, roundsInMonth, month } = quote;
  if (round === null) return <p className="text-soft">Nothing to ask: this website has no saved questions.</p>;
  const { word } = upperPrice(round.total);
  return (
    <div>
      <dl className="grid max-w-lg grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-[1fr_auto_auto]">
        <dt className="sr-only">What</dt>
        <dd className="text-right sm:col-start-2 text-small text-soft">typically</dd>
        <dd className="text-right text-small text-soft">{lookup(word)}</dd>
        <dt className="text-soft max-sm:col-span-2">
          A round, {countWithNoun(questions, 'question')}, {countWithNoun(requests, 'answer')}
        </dt>
        <dd className="text-right tabular-nums">{aboutDollars(round.total.typicalUsd)}</dd>
        <dd className="text-right tabular-nums">{aboutDollars(round.total.maxUsd)}</dd>
        <dt className="text-soft max-sm:col-span-2">Thirty days, {countWithNoun(roundsInMonth, 'round')}</dt>
        <dd className="text-right font-medium tabular-nums">{aboutDollars(month.typicalUsd)}</dd>
        <dd className="text-right font-medium tabular-nums">{aboutDollars(month.maxUsd)}</dd>
      </dl>
      <p className="mt-2 text-small text-soft">
        US dollars.{round.simulated ? ' The simulator answers, so nothing is charged.' : ''}
        {round.total.unpriced > 0 && ` The price of ${countWithNoun(round.total.unpriced, 'answer')} is not known.`}
        {word === 'rarely above' &&
          ` “Rarely above” means that 95 of 100 of your latest answers cost at most this; ${aboutDollars(round.total.heldUsd)} are held for a round until its answers end.`}
      </p>
      <QuoteLimits quote={quote} />
    </div>
  );
}

/** The limits that a round would exceed. */
export function QuoteLimits({ quote: { limits } }: { quote: PlanQuote }) {
  if (limits.length === 0) return null;
  return (
    <Notice tone="caution" title="A round exceeds a limit">
      <ul>
        {limits.map(({ setting, note }) => (
          <li key={`${setting} ${note}`}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}
