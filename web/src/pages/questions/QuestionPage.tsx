import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import { type Engine, enginesQuery, questionQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { askedOf } from '../../asking/asked.ts';
import { EngineSearches } from '../../engines/EngineSearches.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Empty, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { ArchiveQuestions } from './ArchiveQuestions.tsx';
import { Attempts } from './Attempts.tsx';
import { EditTags } from './EditTags.tsx';
import { NamedHere } from './NamedHere.tsx';
import { OverTime } from './OverTime.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { SideBySide } from './SideBySide.tsx';

const active = ['queued', 'running'];
const parts = ['answers', 'who', 'searches', 'compare'] as const;

/** Shows one question: its answers from every engine over time, the names in them, and two of them side by side. */
export function QuestionPage() {
  const { siteId, questionId } = useParams({ from: '/inside/sites/$siteId/questions/$questionId' });
  const engines = useQuery(enginesQuery).data ?? [];
  const read = useQuery({
    ...questionQuery(questionId),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ run }) => active.includes(run.status)) === true ? 2_000 : false,
  });
  const [part, choosePart] = useTab(parts, 'part');
  const [asking, setAsking] = useState(false);
  const [archiving, setArchiving] = useState(false);
  const [tagging, setTagging] = useState(false);
  if (read.isError && read.data === undefined)
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { question, items: answers } = read.data;
  const completed = answers.filter(({ run }) => run.status === 'completed');
  const askedRuns = askedOf([question]);
  return (
    <>
      <PageHead
        title={foreign(question.query)}
        parent={
          <Link to="/sites/$siteId/questions" params={{ siteId }} className="hover:underline">
            Questions
          </Link>
        }
        actions={
          askedRuns.length > 0 && (
            <>
              <Button forMembers onClick={() => setArchiving(true)}>
                Archive
              </Button>
              <Button forMembers onClick={() => setTagging(true)}>
                Tags
              </Button>
            </>
          )
        }
        primary={
          askedRuns.length > 0 && (
            <Button forMembers kind="primary" onClick={() => setAsking(true)}>
              Ask again
            </Button>
          )
        }
      />
      <QuestionHead question={question} engines={engines} />
      {completed.length === 0 ? (
        <Empty
          title={answers.length === 0 ? 'Not asked yet' : 'No completed answer yet'}
          action={
            askedRuns.length > 0 ? (
              <Button forMembers kind="primary" onClick={() => setAsking(true)}>
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
          <OverTime question={question} engines={engines} siteId={siteId} />
          <div className="mb-2">
            <Tabs
              label="Parts of this page"
              value={part}
              onChange={choosePart}
              tabs={[
                { id: 'answers', name: 'Answers', count: answers.length },
                { id: 'who', name: 'Domains' },
                { id: 'searches', name: 'Searches' },
                { id: 'compare', name: 'Side by side' },
              ]}
            />
          </div>
          {part === 'who' ? (
            <NamedHere question={question} engines={engines} siteId={siteId} />
          ) : part === 'searches' ? (
            <EngineSearches siteId={siteId} questionId={question.id} />
          ) : part === 'compare' ? (
            <Comparison answers={completed} engines={engines} />
          ) : null}
        </>
      )}
      {answers.length > 0 && (part === 'answers' || completed.length === 0) && (
        <Attempts
          answers={answers}
          engines={engines}
          questionId={question.id}
          siteId={siteId}
          isCut={read.data.nextCursor !== null}
        />
      )}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        questions={askedRuns}
        seoDomain={question.target?.domain ?? null}
      />
      <EditTags open={tagging} questions={[question]} siteId={siteId} onClose={() => setTagging(false)} />
      <ArchiveQuestions questions={[question]} open={archiving} onClose={() => setArchiving(false)} />
    </>
  );
}

function Comparison({ answers, engines }: { answers: readonly ListedAnswer[]; engines: readonly Engine[] }) {
  const { older, newer } = useSearch({ from: '/inside/sites/$siteId/questions/$questionId' });
  const navigate = useNavigate({ from: '/sites/$siteId/questions/$questionId' });
  const right = answers.find(({ run }) => run.id === newer) ?? answers[0];
  const leftSide = answers.find(({ run }) => run.id === older) ?? answers.find((answer) => answer !== right);
  if (leftSide === undefined || right === undefined) {
    return (
      <Section title="Side by side">
        <p className="text-soft">One answer so far. Ask again to see what stays and what changes.</p>
      </Section>
    );
  }
  const choose = (which: 'older' | 'newer', id: string) =>
    void navigate({
      search: (now) => ({ ...now, older: leftSide.run.id, newer: right.run.id, [which]: id }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section title="Side by side" info="sideBySide">
      <SideBySide answers={answers} engines={engines} older={leftSide} newer={right} choose={choose} />
    </Section>
  );
}
