import type { PlanQuote } from '../../api/planQueries.ts';
import { countWithNoun, dollars } from '../../format/numbers.ts';

/** What a round and the next thirty days come to. */
export function QuoteText({ quote }: { quote: PlanQuote }) {
  const { round, questions, requests, roundsInMonth, month } = quote;
  if (round === null) return <p className="text-soft">There is nothing to ask: no question is saved there yet.</p>;
  return (
    <div>
      <dl className="grid max-w-lg grid-cols-[1fr_auto_auto] gap-x-6 gap-y-1">
        <dt className="sr-only">What</dt>
        <dd className="col-start-2 text-right text-small text-soft">usually</dd>
        <dd className="text-right text-small text-soft">at most</dd>
        <dt className="text-soft">
          A round, {countWithNoun(questions, 'question')}, {countWithNoun(requests, 'answer')}
        </dt>
        <dd className="text-right tabular-nums">{dollars(round.total.typicalUsd)}</dd>
        <dd className="text-right tabular-nums">{dollars(round.total.maxUsd)}</dd>
        <dt className="text-soft">Thirty days, {countWithNoun(roundsInMonth, 'round')}</dt>
        <dd className="text-right font-medium tabular-nums">{dollars(month.typicalUsd)}</dd>
        <dd className="text-right font-medium tabular-nums">{dollars(month.maxUsd)}</dd>
      </dl>
      <p className="mt-2 text-small text-soft">
        US dollars.{round.simulated ? ' The simulator answers: none of it is real money.' : ''}
        {round.total.unpriced > 0 && ` The price of ${countWithNoun(round.total.unpriced, 'answer')} is not known.`}
      </p>
    </div>
  );
}
