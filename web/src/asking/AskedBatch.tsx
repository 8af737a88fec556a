import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Ask, askedRoundQuery, asksQuery } from '../api/askQueries.ts';
import { call } from '../api/http.ts';
import type { PlanRound, RoundItem } from '../api/planQueries.ts';
import { enginesQuery, queryClient } from '../api/queries.ts';
import { formatLabel } from '../engines/engineWords.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import { Amount } from '../money/Standing.tsx';
import { Button } from '../ui/Button.tsx';
import { Clamped } from '../ui/Clamped.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Failure } from '../ui/Notice.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Reason } from '../ui/Reason.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { Status } from '../ui/Status.tsx';
import { countQuestions } from './asked.ts';
import { dismiss, nameOfAsk } from './dismissed.ts';

/** Milliseconds for which a finished batch stays visible. */
const shownAfterEndMs = 10_000;

type Item = RoundItem & { question: string };

/** Shows the progress of one batch of questions. */
export function AskedBatch({ ask, siteId }: { ask: Ask; siteId: string }) {
  const read = useQuery(askedRoundQuery(ask)).data;
  const stop = useMutation({
    mutationFn: () => call('stopRound', { id: ask.planId, round: String(ask.round.number) }),
    onSettled: () =>
      Promise.all([asksQuery, askedRoundQuery(ask)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  });
  const batch = nameOfAsk(ask);
  const states = read?.items.map(({ state }) => state) ?? ['waiting'];
  const isOver = !states.includes('running') && !states.includes('waiting');
  // A batch with missing answers stays until its reader dismisses it.
  const goesAway = states.every((state) => state === 'answered');
  useEffect(() => {
    if (!goesAway) return;
    const timer = setTimeout(() => dismiss(batch), shownAfterEndMs);
    return () => clearTimeout(timer);
  }, [goesAway, batch]);
  if (read === undefined) return null;
  const { round } = read;
  const items = read.items
    .filter(({ websiteId }) => websiteId === siteId)
    .map((item): Item => ({ ...item, question: item.query ?? 'A deleted question' }));
  const count = (...states: RoundItem['state'][]) => items.filter(({ state }) => states.includes(state)).length;
  const [answeredCount, running, waiting] = [count('answered'), count('running'), count('waiting')];
  const without = items.length - answeredCount - running - waiting;
  const engines = new Set(items.map(({ engine }) => engine)).size;
  const what = `${countWithNoun(countQuestions(items), 'question')}${engines > 1 ? ` at ${countWithNoun(engines, 'engine')}` : ''}`;
  const parts = [
    `${integer(answeredCount)} answered`,
    ...(running > 0 ? [`${integer(running)} running`] : []),
    ...(waiting > 0 ? [`${integer(waiting)} queued`] : []),
    ...(without > 0 ? [`${integer(without)} without an answer`] : []),
  ];
  return (
    <div className="-mx-4 border-line border-b px-4 py-1 md:-mx-6 md:px-6">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <p aria-live="polite" className="min-w-0 text-small">
          <strong className="font-semibold">{isOver ? `Asked ${what}` : `Asking ${what}`}</strong>
          <span className="text-soft">: {parts.join(', ')}.</span>
        </p>
        {!isOver && (
          <ProgressBar
            label="Answered"
            done={items.length - running - waiting}
            of={items.length}
            className="min-w-24 flex-1"
          />
        )}
        {waiting > 0 && (
          <Button small forMembers kind="quiet" busy={stop.isPending} onClick={() => stop.mutate()}>
            Cancel the {integer(waiting)} queued
          </Button>
        )}
        {isOver && (
          <Button small kind="quiet" className="ml-auto" onClick={() => dismiss(batch)}>
            Done
          </Button>
        )}
        <Disclosure summary="Question by question" className="open:basis-full open:pb-2">
          <Cost ask={ask} round={round} items={items} />
          <Scroller label="Question by question" className="max-h-60">
            <Items items={items} namesEngines={engines > 1} />
          </Scroller>
          {stop.isError && <Failure error={stop.error} />}
        </Disclosure>
      </div>
      {waiting > 0 && (
        <p className="text-small text-soft">
          {ask.watched
            ? 'The server asks the queued questions: you may close this page.'
            : 'No watcher runs on this server: keep this page open until all questions are sent.'}
        </p>
      )}
    </div>
  );
}

/** Cost of the batch so far, by status of the amount. */
function Cost({ ask, round: { money }, items }: { ask: Ask; round: PlanRound; items: readonly RoundItem[] }) {
  const engines = useQuery(enginesQuery).data;
  const purchaseCount = items.filter(({ runId, reused }) => runId !== null && !reused).length;
  const reused = items.filter((item) => item.reused).length;
  if (purchaseCount === 0 && reused === 0) return null;
  const isSimulated = items.every(({ engine }) => engines?.find(({ id }) => id === engine)?.simulated === true);
  const shownItems = (['stated', 'estimated', 'held', 'unknown'] as const).flatMap((of) => {
    const usd = money[`${of}Usd`];
    return usd === 0 ? [] : [{ of, usd }];
  });
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-soft">
      <span>
        {purchaseCount === 0
          ? 'Nothing was bought.'
          : `Cost of ${countWithNoun(purchaseCount, 'answer')}${isSimulated ? ', simulated' : ''}:`}
      </span>
      {shownItems.map(({ of, usd }) => (
        <Amount key={of} of={of} usd={usd} />
      ))}
      {purchaseCount > 0 && shownItems.length === 0 && <span>$0</span>}
      {money.unpriced > 0 && <span>{integer(money.unpriced)} without a known price</span>}
      {reused > 0 && <span>{integer(reused)} reused, for $0</span>}
      <Link
        to="/plans/$planId/rounds/$round"
        params={{ planId: ask.planId, round: String(ask.round.number) }}
        className="link"
      >
        All of it
      </Link>
    </p>
  );
}

function Items({ items, namesEngines }: { items: readonly Item[]; namesEngines: boolean }) {
  const engines = useQuery(enginesQuery).data;
  return (
    <ul className="mt-2 divide-y divide-line">
      {items.map((item) => {
        const note = noteOf(item);
        return (
          <li
            key={`${item.caseId} ${item.repeat}`}
            className="flex flex-wrap items-center justify-between gap-x-4 py-2"
          >
            <span className="min-w-0">
              {item.runId === null ? (
                <Clamped text={item.question} />
              ) : (
                <Link to="/answers/$runId" params={{ runId: item.runId }} className="link">
                  <Clamped text={item.question} />
                </Link>
              )}
              {namesEngines && item.engine !== null && (
                <span className="text-small text-soft"> {formatLabel(engines, item.engine)}</span>
              )}
              {note !== null && (
                <span className="block text-small text-soft">
                  <Reason text={note} />
                </span>
              )}
            </span>
            <Status of={statusOf[item.state]} />
          </li>
        );
      })}
    </ul>
  );
}

const statusOf: Record<RoundItem['state'], string> = {
  waiting: 'waiting',
  running: 'running',
  unresolved: 'requires_action',
  answered: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  not_asked: 'refused',
};

function noteOf({ state, reused, error, denial }: RoundItem): string | null {
  if (reused) {
    return state === 'answered'
      ? 'A recent answer was reused: nothing was bought.'
      : 'Following a run already in progress.';
  }
  if (state === 'waiting') return null;
  return error ?? denial;
}
