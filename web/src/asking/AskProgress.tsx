import { Link } from '@tanstack/react-router';
import { counted, integer } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Reason } from '../ui/Reason.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { Status } from '../ui/Status.tsx';
import type { Asking } from './askQueue.ts';
import { askQueue } from './askQueue.ts';
import { useAsking } from './useAsking.ts';

/** Questions of a batch that its reader sees at once; a longer list would keep the report out of sight. */
const mostUnfolded = 12;

/** The batch that is being asked, question by question, without a reload. Gone once its reader has seen the end. */
export function AskProgress({ siteId }: { siteId: string }) {
  const items = useAsking(siteId);
  if (items.length === 0) return null;
  const ended = items.filter((item) => item.state === 'ended');
  const waiting = items.filter((item) => item.state === 'waiting').length;
  const running = items.length - ended.length - waiting;
  const isOver = ended.length === items.length;
  const parts = [
    `${integer(ended.filter((item) => item.outcome === 'completed').length)} answered`,
    ...(running > 0 ? [`${integer(running)} running`] : []),
    ...(waiting > 0 ? [`${integer(waiting)} waiting for a place`] : []),
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
          <strong className="font-semibold">
            {isOver ? `Asked ${counted(items.length, 'question')}` : `Asking ${counted(items.length, 'question')}`}
          </strong>
          <span className="text-soft">: {parts.join(', ')}.</span>
        </p>
        <span className="flex gap-2">
          {waiting > 0 && (
            <Button small onClick={askQueue.stopWaiting}>
              Do not ask the {integer(waiting)} waiting
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
      <Disclosure open={items.length <= mostUnfolded} summary="Question by question" className="mt-3">
        <Scroller label="Question by question" className="max-h-60">
          <Items items={items} />
        </Scroller>
      </Disclosure>
      {!isOver && waiting > 0 && (
        <p className="mt-2 text-small text-soft">
          Waiting questions are sent from this tab: keep it open. Running ones go on by themselves.
        </p>
      )}
    </section>
  );
}

function Items({ items }: { items: readonly Asking[] }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {items.map((item) => (
        <li key={item.caseId} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <span className="min-w-0">
            {item.runId === null ? (
              item.question
            ) : (
              <Link to="/answers/$runId" params={{ runId: item.runId }} className="link">
                {item.question}
              </Link>
            )}
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
