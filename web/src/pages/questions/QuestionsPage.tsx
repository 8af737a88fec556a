import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeywordCase, QuestionRow } from '../../../../src/api/wireTypes.ts';
import { casesQuery, promptsQuery, sitesQuery } from '../../api/queries.ts';
import { AskDialog, type Question } from '../../asking/AskDialog.tsx';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { counted, integer, percent, unknownMark } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { AddQuestions } from './AddQuestions.tsx';

type Row = { caseId: string; question: string; saved: KeywordCase | null; seen: QuestionRow | null };

/** Every saved question, asked or not, and questions that were archived after they were answered. */
function rowsOf(cases: readonly KeywordCase[], seen: readonly QuestionRow[]): Row[] {
  const byCase = new Map(seen.map((row) => [row.caseId, row]));
  const saved = cases.map((found) => ({
    caseId: found.id,
    question: found.query,
    saved: found,
    seen: byCase.get(found.id) ?? null,
  }));
  const names = new Set(cases.map((found) => found.id));
  return [
    ...saved,
    ...seen
      .filter((row) => !names.has(row.caseId))
      .map((row) => ({ caseId: row.caseId, question: row.question, saved: null, seen: row })),
  ];
}

/** Which questions list us, and how steadily? */
export function QuestionsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const cases = useQuery(casesQuery);
  const prompts = useQuery(promptsQuery(siteId, filters));
  const [asking, setAsking] = useState<readonly Question[] | null>(null);
  const [adding, setAdding] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  if (site === undefined) return null;
  const own = (cases.data ?? []).filter((found) => found.target?.websiteId === siteId);
  const rows = rowsOf(own, prompts.data?.questions.rows ?? []);
  const asQuestion = (found: KeywordCase): Question => ({ caseId: found.id, question: found.query, siteId });
  const chosen = own.filter((found) => picked.has(found.id));
  const listed = rows.filter((row) => row.seen?.targetStatus === 'listed').length;
  const answered = rows.filter((row) => row.seen?.targetStatus != null).length;
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <>
      <PageHead
        title="Which questions list us, and how steadily?"
        actions={
          <>
            <Button onClick={() => setAdding(true)}>Add questions</Button>
            {own.length > 0 && (
              <Button kind="primary" onClick={() => setAsking((chosen.length > 0 ? chosen : own).map(asQuestion))}>
                Ask {chosen.length > 0 ? counted(chosen.length, 'chosen question') : counted(own.length, 'question')}
              </Button>
            )}
          </>
        }
      >
        {prompts.data === undefined
          ? !prompts.isError && <Skeleton className="h-6 w-80 max-w-full" />
          : `${counted(own.length, 'saved question')}; ${integer(answered)} answered in this window, ${integer(listed)} of them list ${site.name} in their latest answer.${prompts.data.coverage.truncated ? ' Only the newest 100 attempts count; narrow the dates to see older ones.' : ''}`}
      </PageHead>
      <FilterBar models={prompts.data?.comparability.models ?? []} />
      <Freshness query={prompts} />
      {(prompts.isError && prompts.data === undefined && (
        <Failure error={prompts.error} retry={() => void prompts.refetch()} />
      )) ||
        (cases.isError && <Failure error={cases.error} retry={() => void cases.refetch()} />)}
      {prompts.data === undefined || cases.data === undefined ? (
        !prompts.isError && !cases.isError && <Skeleton className="h-96" />
      ) : rows.length === 0 ? (
        <Empty
          title="No questions yet"
          action={
            <Button kind="primary" onClick={() => setAdding(true)}>
              Add questions
            </Button>
          }
        >
          Write what a customer would ask an assistant, for example “What is the easiest way to send invoices from a
          phone?”. Saving a question asks nothing.
        </Empty>
      ) : (
        <>
          <DataTable
            label="Questions"
            name={`${site.domain}-questions`}
            noun="question"
            usual="position"
            rows={rows}
            keyOf={(row) => row.caseId}
            searchText={(row) => row.question}
            columns={columns(picked, toggle)}
          />
          <div className="mt-4">
            <HowComputed
              formula="Listed: answers that list you ÷ answers that can say so, over every answer of the window to one question, with Wilson’s 95 % interval. Same names again: mean over all pairs of its answers of the domains in both ÷ the domains in either."
              counts={`latest answers: ${integer(listed)} listed of ${integer(answered)}`}
              notes={[
                'Only answers with the same model and settings are paired. Position is the place in the latest answer.',
              ]}
              runIds={rows.flatMap((row) => row.seen?.runId ?? [])}
            />
          </div>
        </>
      )}
      <AskDialog
        open={asking !== null}
        questions={asking ?? []}
        onClose={() => setAsking(null)}
        onAsked={() => setPicked(new Set())}
      />
      <AddQuestions open={adding} site={site} saved={own} onClose={() => setAdding(false)} />
    </>
  );
}

function columns(picked: ReadonlySet<string>, toggle: (id: string) => void): Column<Row>[] {
  return [
    {
      id: 'question',
      name: 'Question',
      value: (row) => row.question,
      cell: (row) => (
        <span className="flex items-start gap-3">
          {row.saved === null ? (
            <span className="w-4" />
          ) : (
            <input
              type="checkbox"
              aria-label={`Choose “${row.question}”`}
              checked={picked.has(row.caseId)}
              onChange={() => toggle(row.caseId)}
              className="mt-1.5 size-4 shrink-0"
            />
          )}
          <span className="min-w-32">
            <Link
              to="/sites/$siteId/questions/$caseId"
              from="/sites/$siteId"
              params={(now) => ({ siteId: now.siteId ?? '', caseId: row.caseId })}
              className="link"
            >
              {row.question}
            </Link>
            {row.saved === null && <span className="ml-2 text-small text-soft">archived</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'position',
      name: 'Latest answer',
      value: (row) =>
        row.seen?.position ??
        (row.seen?.targetStatus === 'not_listed' ? 1_000 : row.seen?.targetStatus === 'unknown' ? 2_000 : null),
      file: {
        'Latest answer': ({ seen }) => seen?.targetStatus?.replace('_', ' ') ?? null,
        Position: ({ seen }) => seen?.position ?? null,
      },
      cell: ({ seen }) =>
        seen?.targetStatus == null ? (
          <span className="text-soft">{seen === null ? 'None in this window' : 'No answer yet'}</span>
        ) : (
          <Status
            of={seen.targetStatus}
            {...(seen.position === null ? {} : { word: `Position ${integer(seen.position)}` })}
          />
        ),
    },
    {
      id: 'listed',
      name: 'Listed, all answers',
      from: 'md',
      value: (row) => row.seen?.listedRate ?? null,
      file: {
        'Listed %': ({ seen }) => seen?.listedRate ?? null,
        'Lower 95 %': ({ seen }) => seen?.interval95?.lower ?? null,
        'Upper 95 %': ({ seen }) => seen?.interval95?.upper ?? null,
        'Answers that list you': ({ seen }) => seen?.listed ?? null,
        'Answers that can say': ({ seen }) => seen?.known ?? null,
      },
      cell: ({ seen }) =>
        seen === null || seen.known === 0 ? (
          <span title="No answer that can say.">{unknownMark}</span>
        ) : (
          <span className="flex w-44 items-center gap-3">
            <span className="w-16 shrink-0 text-small">
              {integer(seen.listed)} of {integer(seen.known)}
            </span>
            <IntervalTrack bare label="Listed" value={seen.listedRate} interval={seen.interval95} />
          </span>
        ),
    },
    {
      id: 'stability',
      name: 'Same names again',
      from: 'lg',
      right: true,
      value: (row) => row.seen?.stability?.meanJaccard ?? null,
      file: {
        'Same names again (mean Jaccard)': ({ seen }) => seen?.stability?.meanJaccard ?? null,
        'Over answers': ({ seen }) => seen?.stability?.answers ?? null,
      },
      cell: ({ seen }) => {
        const stability = seen?.stability ?? null;
        if (stability?.meanJaccard == null)
          return <span title="Needs two answers made with the same model and settings.">{unknownMark}</span>;
        return (
          <span
            className="whitespace-nowrap"
            title={`Mean overlap (Jaccard) of the domain lists over ${counted(stability.pairs, 'pair')} of ${counted(stability.answers, 'answer')}`}
          >
            {percent(stability.meanJaccard * 100)}{' '}
            <span className="text-small text-soft">over {integer(stability.answers)}</span>
          </span>
        );
      },
    },
    {
      id: 'age',
      name: 'Age',
      from: 'sm',
      right: true,
      value: (row) => row.seen?.observedAt ?? null,
      file: { 'Answered (UTC)': ({ seen }) => seen?.observedAt ?? null },
      cell: ({ seen }) => (seen?.observedAt == null ? unknownMark : <Time iso={seen.observedAt} age />),
    },
  ];
}
