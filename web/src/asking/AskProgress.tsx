import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { enginesQuery } from '../api/queries.ts';
import { labelOf } from '../engines/engineWords.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import { addUp } from '../money/addUp.ts';
import { Amount } from '../money/Standing.tsx';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Reason } from '../ui/Reason.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { Status } from '../ui/Status.tsx';
import { countQuestions } from './asked.ts';
import type { Asking } from './askQueue.ts';
import { askQueue } from './askQueue.ts';
import { useAsking } from './useAsking.ts';

/** Longest batch whose questions are shown without a click; a longer list would push the report off the screen. */
const maxRowsUnfolded = 12;

/** Live progress of the batch being asked, question by question. Removed once the reader dismisses it. */
export function AskProgress({ siteId }: { siteId: string }) {
  const items = useAsking(siteId);
  if (items.length === 0) return null;
  const ended = items.filter((item) => item.state === 'ended');
  const waiting = items.filter((item) => item.state === 'waiting').length;
  const running = items.length - ended.length - waiting;
  const isOver = ended.length === items.length;
  const engines = new Set(items.map(({ engine }) => engine)).size;
  const what = `${countWithNoun(countQuestions(items), 'question')}${engines > 1 ? ` at ${countWithNoun(engines, 'engine')}` : ''}`;
  const parts = [
    `${integer(ended.filter((item) => item.outcome === 'completed').length)} answered`,
    ...(running > 0 ? [`${integer(running)} running`] : []),
    ...(waiting > 0 ? [`${integer(waiting)} queued`] : []),
    ...(ended.some((item) => item.outcome !== 'completed')
      ? [`${integer(ended.filter((item) => item.outcome !== 'completed').length)} without an answer`]
      : []),
  ];
  return (
    <section
      aria-label="Questions being asked"
      className="screen-only mb-8 rounded-box border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite">
          <strong className="font-semibold">{isOver ? `Asked ${what}` : `Asking ${what}`}</strong>
          <span className="text-soft">: {parts.join(', ')}.</span>
        </p>
        <span className="flex gap-2">
          {waiting > 0 && (
            <Button small onClick={askQueue.stopWaiting}>
              Do not ask the {integer(waiting)} queued
            </Button>
          )}
          {isOver && (
            <Button small kind="quiet" onClick={askQueue.clear}>
              Done
            </Button>
          )}
        </span>
      </div>
      <div aria-hidden="true" className="mt-3 flex h-1.5 gap-0.5 overflow-hidden rounded-full">
        {items.map((item) => (
          <span
            key={item.caseId}
            className={`grow ${item.state === 'ended' ? (item.outcome === 'completed' ? 'bg-accent' : 'bg-danger') : item.state === 'waiting' ? 'bg-line' : 'animate-pulse bg-accent/50'}`}
          />
        ))}
      </div>
      <Disclosure open={items.length <= maxRowsUnfolded} summary="Question by question" className="mt-3">
        <Scroller label="Question by question" className="max-h-60">
          <Items items={items} namesEngines={engines > 1} />
        </Scroller>
      </Disclosure>
      <Cost items={items} />
      {!isOver && waiting > 0 && (
        <p className="mt-2 text-small text-soft">
          Queued questions are sent from this tab, so keep it open. Running ones continue without it.
        </p>
      )}
    </section>
  );
}

/** What the batch has cost so far, by how each amount stands. */
function Cost({ items }: { items: readonly Asking[] }) {
  const engines = useQuery(enginesQuery).data;
  const costs = items.flatMap(({ cost }) => cost ?? []);
  const reused = items.filter(({ isReused }) => isReused).length;
  if (costs.length === 0 && reused === 0) return null;
  const isSimulated = items.every(({ engine }) => engines?.find(({ id }) => id === engine)?.simulated === true);
  const unpriced = costs.filter((cost) => cost.unpriced > 0).length;
  const shown = (['stated', 'estimated', 'held', 'unknown'] as const).flatMap((of) => {
    const usd = addUp(costs.map((cost) => cost[`${of}Usd`]));
    return usd === 0 ? [] : [{ of, usd }];
  });
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-small text-soft">
      <span>
        {costs.length === 0
          ? 'Nothing was bought.'
          : `Cost of ${countWithNoun(costs.length, 'answer')}${isSimulated ? ', simulated' : ''}:`}
      </span>
      {shown.map(({ of, usd }) => (
        <Amount key={of} of={of} usd={usd} />
      ))}
      {costs.length > 0 && shown.length === 0 && <span>$0</span>}
      {unpriced > 0 && <span>{integer(unpriced)} without a known price</span>}
      {reused > 0 && <span>{integer(reused)} reused, for $0</span>}
      <Link to="/spending" className="link">
        Spending
      </Link>
    </p>
  );
}

function Items({ items, namesEngines }: { items: readonly Asking[]; namesEngines: boolean }) {
  const engines = useQuery(enginesQuery).data;
  return (
    <ul className="mt-2 divide-y divide-line">
      {items.map((item) => (
        <li key={item.caseId} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <span className="min-w-0">
            {item.runId === null ? (
              <bdi>{item.question}</bdi>
            ) : (
              <Link to="/answers/$runId" params={{ runId: item.runId }} className="link">
                <bdi>{item.question}</bdi>
              </Link>
            )}
            {namesEngines && <span className="text-small text-soft"> {labelOf(engines, item.engine)}</span>}
            {item.note !== null && (
              <span className="block text-small text-soft">
                <Reason text={item.note} />
              </span>
            )}
          </span>
          <Status
            of={item.state === 'waiting' || item.state === 'starting' ? item.state : (item.outcome ?? 'queued')}
          />
        </li>
      ))}
    </ul>
  );
}
