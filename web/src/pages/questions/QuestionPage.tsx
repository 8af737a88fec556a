import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeywordCase, ListedAnswer } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { answersQuery, casesQuery, queryClient } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { PositionStrip } from '../../charts/PositionStrip.tsx';
import { counted } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
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
  if (read.isError && read.data === undefined) return <Failure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { case: found, answers } = read.data;
  const completed = answers.filter(({ run }) => run.status === 'completed');
  const listed = completed.filter((answer) => answer.targetStatus === 'listed').length;
  const known = completed.filter(
    (answer) => answer.targetStatus === 'listed' || answer.targetStatus === 'not_listed',
  ).length;
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
          <Section
            title="Answers over time"
            note={`Listed in ${listed} of ${counted(known, 'answer')} that can say. Oldest first; the number is your position, empty is not listed, ? is unknown.`}
          >
            <PositionStrip
              cells={[...completed].reverse().map((answer) => ({
                runId: answer.run.id,
                position: answer.position,
                status: answer.targetStatus,
                at: answer.run.observedAt ?? answer.run.createdAt,
              }))}
            />
          </Section>
          <Comparison answers={completed} />
        </>
      )}
      {answers.length > 0 && <Attempts answers={answers} />}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        questions={[{ caseId, question: found.query, siteId }]}
      />
      <Archive found={found} open={archiving} onClose={() => setArchiving(false)} />
    </>
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
  return (
    <Section
      title={`All ${counted(answers.length, 'attempt')}`}
      note="Failed and cancelled attempts stay in the history."
    >
      <ul className="divide-y divide-line">
        {answers.map(({ run, targetStatus, position }) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <Link to="/answers/$runId" params={{ runId: run.id }} className="link">
              <Time iso={run.observedAt ?? run.createdAt} />
            </Link>
            <span className="w-32">
              <Status of={run.status} />
            </span>
            <span className="w-36">
              {targetStatus !== null && (
                <Status of={targetStatus} {...(position === null ? {} : { word: `Position ${position}` })} />
              )}
            </span>
            <span className="text-small text-soft">
              {run.model ?? 'model unknown'}
              {run.useSeoTools ? ', with SEO tools' : ''}
            </span>
            {run.error !== null && <span className="text-danger text-small">{run.error}</span>}
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
