import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Undecided, type UndecidedGroup, wordsChanged } from '../../api/auditQueries.ts';
import { call } from '../../api/http.ts';
import { countWithNoun, integer, percentRange } from '../../format/numbers.ts';
import { day } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { Empty, Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { causeText } from './causeWords.ts';

/** Maximum number of decisions in one request. */
const maxAtOnce = 200;

type Decision = { runIds: readonly string[]; recommended: boolean };

/** Shows undecided answers by cause: a person decides one, some or all of a cause. */
export function UndecidedPart({ siteId, undecided }: { siteId: string; undecided: UseQueryResult<Undecided> }) {
  const decide = useMutation({
    mutationFn: ({ runIds, recommended }: Decision) =>
      call('decideAnswers', { id: siteId, runIds: runIds.slice(0, maxAtOnce), recommended }),
    onSuccess: () => wordsChanged(siteId),
  });
  const undo = useMutation({
    mutationFn: (ids: readonly string[]) => call('undoWords', { id: siteId, ids: [...ids] }),
    onSuccess: async () => {
      decide.reset();
      await wordsChanged(siteId);
    },
  });
  const words = decide.data?.words ?? [];
  const { data } = undecided;
  return (
    <>
      {undecided.isError && <Failure error={undecided.error} retry={() => void undecided.refetch()} />}
      {decide.isError && <Failure error={decide.error} />}
      {undo.isError && <Failure error={undo.error} />}
      {words.length > 0 && (
        <div role="status" className="my-4">
          <Notice
            title={
              words[0]?.recommended === true
                ? `${countWithNoun(words.length, 'answer')} recommend you, as you decided.`
                : `${countWithNoun(words.length, 'answer')} do not recommend you, as you decided.`
            }
          >
            <Button
              forMembers
              small
              className="mt-1"
              busy={undo.isPending}
              onClick={() => undo.mutate(words.map(({ id }) => id))}
            >
              Undo
            </Button>
          </Notice>
        </div>
      )}
      {data === undefined ? (
        !undecided.isError && <Skeleton className="h-96" />
      ) : data.groups.length === 0 ? (
        <Empty title="Nothing to decide">Every answer in this period is decided.</Empty>
      ) : (
        <>
          <p className="my-4">{effectText(data)}</p>
          <ul className="divide-y divide-line">
            {data.groups.map((group) => (
              <li key={`${group.cause} ${group.name ?? ''}`} className="py-3">
                <Group group={group} busy={decide.isPending} decide={(decision) => decide.mutate(decision)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function effectText({ answers, undecided, notSorted, topTen }: Undecided): string {
  const most = topTen.causes < 10 ? 'all causes' : 'the ten most common causes';
  const older = notSorted === 0 ? '' : ` ${countWithNoun(notSorted, 'older one')} not listed.`;
  return `${integer(undecided)} of ${countWithNoun(answers, 'answer')} are undecided.${older} Deciding ${most} would leave ${integer(topTen.undecidedAfter)} undecided, and put the score between ${percentRange(topTen.scoreBounds)}.`;
}

type GroupProps = { group: UndecidedGroup; busy: boolean; decide(decision: Decision): void };

function Group({ group, busy, decide }: GroupProps) {
  const [leftKeys, leave] = useState<ReadonlySet<string>>(new Set());
  const selection = group.answers.map(({ runId }) => runId).filter((runId) => !leftKeys.has(runId));
  const toggle = (runId: string) => {
    const next = new Set(leftKeys);
    if (!next.delete(runId)) next.add(runId);
    leave(next);
  };
  const buttons = (runIds: readonly string[], whole: boolean) => (
    <span className="flex gap-2">
      <Button
        forMembers
        small
        busy={busy}
        onClick={() => decide({ runIds, recommended: true })}
        disabled={runIds.length === 0}
      >
        {whole ? `Yes, recommends (${integer(runIds.length)})` : 'Yes, recommends'}
      </Button>
      <Button
        forMembers
        small
        busy={busy}
        onClick={() => decide({ runIds, recommended: false })}
        disabled={runIds.length === 0}
      >
        {whole ? `No (${integer(runIds.length)})` : 'No'}
      </Button>
    </span>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-1 font-medium">
          <Sentence text={causeText(group)} />: {countWithNoun(group.answers.length, 'answer')}
        </h2>
        {buttons(selection.slice(0, maxAtOnce), true)}
      </div>
      <Disclosure summary="Sentences" open={group.answers.length <= 3}>
        <ul className="divide-y divide-line">
          {group.answers.map(({ runId, question, createdAt, sentence }) => (
            <li key={runId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <label className="flex min-w-0 flex-1 gap-2">
                <input type="checkbox" checked={!leftKeys.has(runId)} onChange={() => toggle(runId)} />
                <span className="min-w-0">
                  <bdi className="wrap-anywhere">{sentence ?? 'No sentence names you.'}</bdi>
                  <span className="block text-small text-soft">
                    <bdi>{question}</bdi> · {day(createdAt)}
                  </span>
                </span>
              </label>
              {buttons([runId], false)}
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}
