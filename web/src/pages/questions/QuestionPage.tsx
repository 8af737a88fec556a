import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeywordCase, ListedAnswer } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { answersQuery, casesQuery, queryClient } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { drawStrip } from '../../charts/drawStrip.ts';
import { PositionStrip } from '../../charts/PositionStrip.tsx';
import { counted, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { SideBySide } from './SideBySide.tsx';

const active = ['queued', 'running'];

/** One question: its answers over time, what changed between two of them, ask again. */
export function QuestionPage() {
  const { siteId, caseId } = useParams({ from: '/inside/sites/$siteId/questions/$caseId' });
  const read = useQuery({
    ...answersQuery(caseId),
    refetchInterval: ({ state }) =>
      state.data?.answers.some(({ run }) => active.includes(run.status)) === true ? 2_000 : false,
  });
  const [asking, setAsking] = useState(false);
  const [archiving, setArchiving] = useState(false);
  if (read.isError && read.data === undefined)
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { case: found, answers } = read.data;
  const completed = answers.filter(({ run }) => run.status === 'completed');
  return (
    <>
      <p className="mb-2 text-small">
        <Link to="/sites/$siteId/questions" params={{ siteId }} className="link">
          Questions
        </Link>
      </p>
      <PageHead
        title={found.query}
        actions={
          found.archivedAt === null && (
            <>
              <Button onClick={() => setArchiving(true)}>Archive</Button>
              <Button kind="primary" onClick={() => setAsking(true)}>
                Ask again
              </Button>
            </>
          )
        }
      >
        <Settings found={found} />
      </PageHead>
      {completed.length === 0 ? (
        <Empty
          title={answers.length === 0 ? 'Not asked yet' : 'No completed answer yet'}
          action={
            found.archivedAt === null ? (
              <Button kind="primary" onClick={() => setAsking(true)}>
                Ask this question
              </Button>
            ) : undefined
          }
        >
          An answer is saved with its text, its recommendations in order and the pages it cites. Two answers can then be
          compared here.
        </Empty>
      ) : (
        <>
          <OverTime found={found} completed={completed} />
          <Comparison answers={completed} />
        </>
      )}
      {answers.length > 0 && <Attempts answers={answers} />}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        questions={[{ caseId, question: found.query, siteId }]}
        seoDomain={found.target?.domain ?? null}
      />
      <Archive found={found} open={archiving} onClose={() => setArchiving(false)} />
    </>
  );
}

function OverTime({ found, completed }: { found: KeywordCase; completed: readonly ListedAnswer[] }) {
  const cells = [...completed].reverse().map((answer) => ({
    runId: answer.run.id,
    position: answer.position,
    status: answer.targetStatus,
    at: answer.run.observedAt ?? answer.run.createdAt,
    model: answer.run.model,
  }));
  const known = cells.filter((cell) => cell.status === 'listed' || cell.status === 'not_listed');
  const listed = known.filter((cell) => cell.status === 'listed').length;
  const name = `question-${found.id}`;
  const note = `Listed in ${integer(listed)} of ${counted(known.length, 'answer')} that can say. Oldest first; the number is your position, empty is not listed, ?\u00a0is unknown.`;
  return (
    <Section
      title="Answers over time"
      note={note}
      actions={
        <>
          <SaveCsv
            name={name}
            head={['Answered (UTC)', 'Position', 'Status', 'Model', 'Run']}
            rows={() => cells.map((cell) => [cell.at, cell.position, cell.status, cell.model, cell.runId])}
          />
          <SavePng name={name} draw={() => drawStrip(cells, found.query, note)} />
        </>
      }
    >
      <PositionStrip cells={cells} />
      <div className="mt-3">
        <HowComputed
          formula="Answers that list you ÷ answers that can say whether they do, over every completed answer to this question."
          counts={`${integer(listed)} ÷ ${integer(known.length)}`}
          notes={[
            `${counted(cells.length - known.length, 'answer')} with a name that no proof ties to a domain, or that cannot be used: left out.`,
            'Repeats of one question resemble each other: they tell less than as many different questions would.',
          ]}
          runIds={known.map((cell) => cell.runId)}
        />
      </div>
    </Section>
  );
}

function Settings({ found }: { found: KeywordCase }) {
  const { language, country, city } = found.locale;
  const place = [language, city, country].filter((part) => part !== null).join(', ');
  return (
    <p>
      {found.archivedAt === null ? '' : 'Archived. '}
      {found.search.mode === 'open-web' ? 'Open web' : `Only ${found.search.allowedDomains.join(', ')}`},{' '}
      {found.search.contextSize} search context, {found.search.model ?? 'the deployment’s model'},{' '}
      {place === '' ? 'no place or language set' : place}.
    </p>
  );
}

function Comparison({ answers }: { answers: readonly ListedAnswer[] }) {
  const { older, newer } = useSearch({ from: '/inside/sites/$siteId/questions/$caseId' });
  const navigate = useNavigate({ from: '/sites/$siteId/questions/$caseId' });
  const right = answers.find(({ run }) => run.id === newer) ?? answers[0];
  const left = answers.find(({ run }) => run.id === older) ?? answers.find((answer) => answer !== right);
  if (left === undefined || right === undefined) {
    return (
      <Section title="Side by side">
        <p className="text-soft">One answer so far. Ask again to see what stays and what changes.</p>
      </Section>
    );
  }
  const choose = (which: 'older' | 'newer', id: string) =>
    void navigate({
      search: (now) => ({ ...now, older: left.run.id, newer: right.run.id, [which]: id }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section
      title="Side by side"
      note="Answers differ from one asking to the next even when nothing has changed. Read one difference as a sample, not as a trend."
    >
      <SideBySide answers={answers} older={left} newer={right} choose={choose} />
    </Section>
  );
}

function Attempts({ answers }: { answers: readonly ListedAnswer[] }) {
  const { found, field, none } = useListSearch({
    place: 'attempts',
    rows: answers,
    textOf: ({ run, targetStatus }) =>
      [run.observedAt ?? run.createdAt, run.status, targetStatus, run.model, run.error].join(' '),
    noun: 'attempt',
  });
  return (
    <Section
      title={`All ${counted(answers.length, 'attempt')}`}
      note="Failed and cancelled attempts stay in the history."
    >
      {field}
      {none}
      <ul className="divide-y divide-line">
        {found.map(({ run, targetStatus, position }) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <Link to="/answers/$runId" params={{ runId: run.id }} className="link basis-56">
              <Time iso={run.observedAt ?? run.createdAt} />
            </Link>
            <span className="basis-32">
              <Status of={run.status} />
            </span>
            <span className="basis-36">
              {targetStatus !== null && (
                <Status of={targetStatus} {...(position === null ? {} : { word: `Position ${integer(position)}` })} />
              )}
            </span>
            <span className="flex-1 text-small text-soft">
              {run.model ?? 'model unknown'}
              {run.useSeoTools ? ', with SEO tools' : ''}
            </span>
            {run.error !== null && (
              <span className="basis-full text-danger text-small">
                <Reason text={run.error} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Archive({ found, open, onClose }: { found: KeywordCase; open: boolean; onClose(): void }) {
  const archive = useMutation({
    mutationFn: () => call('DELETE', `/benchmark-cases/${found.id}`),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: casesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['answers', found.id] });
      onClose();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title="Archive this question?">
      <p>It can no longer be asked. Its answers stay, and reports of their dates keep counting them.</p>
      {archive.isError && (
        <div className="mt-4">
          <Failure error={archive.error} />
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" busy={archive.isPending} onClick={() => archive.mutate()}>
          Archive the question
        </Button>
      </div>
    </Dialog>
  );
}
