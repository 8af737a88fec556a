import { useQueries } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { QuestionRow } from '../../../../src/contract/wireTypes.ts';
import type { EngineColumn } from '../../api/engineQueries.ts';
import type { Question } from '../../api/queries.ts';
import { promptsQuery } from '../../api/visibilityQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { basisText } from '../../format/bases.ts';
import { integer, unknownMark } from '../../format/numbers.ts';
import { utc } from '../../format/times.tsx';
import { canSay } from '../../shell/answerSearch.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { type Column, DataTable, type RowTab } from '../../ui/DataTable.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';

type Props = { columns: readonly EngineColumn[]; questions: readonly Question[]; siteId: string; name: string };

/** A question asked at one or more engines in the period, with each engine's answer. */
type Row = { id: string; question: string; at: ReadonlyMap<string, QuestionRow> };

/** Three engines on a phone; more on wider screens. */
const widths = [undefined, undefined, undefined, 'md', 'md', 'lg', 'xl'] as const;

/** Shows one row per question and one column per engine: each cell is the latest answer of the period, and opens it. */
export function QuestionsByEngine({ columns, questions, siteId, name }: Props) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const reports = useQueries({
    queries: columns.map(({ engine }) =>
      promptsQuery(siteId, { ...filters, sourceType: undefined, model: undefined, engine }),
    ),
  });
  const failed = reports.find(({ isError, data }) => isError && data === undefined);
  const isThere = reports.every(({ data }) => data !== undefined);
  const names = shortNames(columns.map(({ engine, label }) => ({ id: engine, label })));
  const byEngine = columns.map(({ engine }, index) => ({ engine, rows: reports[index]?.data?.questions.rows ?? [] }));
  return (
    <section aria-label="Question by question">
      {failed !== undefined ? (
        <Failure error={failed.error} retry={() => void failed.refetch()} />
      ) : !isThere ? (
        <Skeleton className="h-72" />
      ) : (
        <DataTable
          label="Questions by engine"
          name={`${name}-questions-by-engine`}
          noun="question"
          order={differenceOf}
          tabs={tabs}
          rows={deriveRows(byEngine, questions)}
          keyOf={(row) => row.id}
          searchText={(row) => row.question}
          columns={[
            questionColumn,
            ...columns.map((column, index) => engineColumn(column, index, names.get(column.engine) ?? column.engine)),
          ]}
        />
      )}
    </section>
  );
}

/** Ranks questions by how far the engines differ: the widest gap between the shares of answers that list the website. */
function differenceOf({ at }: Row): number {
  const shares = [...at.values()].filter(({ known }) => known > 0).map(({ listed, known }) => listed / known);
  return shares.length < 2 ? -1 : Math.max(...shares) - Math.min(...shares);
}

/** Returns true if engines disagree in their latest answers: one lists the website, another does not. */
const differs = ({ at }: Row): boolean =>
  new Set([...at.values()].map(({ targetStatus }) => targetStatus).filter((status) => status !== null)).size > 1;

const tabs: readonly RowTab<Row>[] = [
  { id: 'differ', name: 'Where they differ', keep: differs },
  { id: 'all', name: 'All', keep: () => true },
];

/** Combines cases of one question at several engines in one row; those of an archived one are separate rows. */
function deriveRows(
  byEngine: readonly { engine: string; rows: readonly QuestionRow[] }[],
  questions: readonly Question[],
): Row[] {
  const questionOf = new Map(
    questions.flatMap(({ id, engines }) => engines.flatMap(({ cases }) => cases.map((one) => [one.id, id] as const))),
  );
  const rows = new Map<string, { id: string; question: string; at: Map<string, QuestionRow> }>();
  for (const { engine, rows: questionRows } of byEngine) {
    for (const row of questionRows) {
      const id = questionOf.get(row.caseId) ?? row.caseId;
      const entry = rows.get(id) ?? { id, question: row.question, at: new Map() };
      rows.set(id, entry);
      // If an engine has a question with several settings, the case answered last counts.
      if ((entry.at.get(engine)?.observedAt ?? '') <= (row.observedAt ?? '')) entry.at.set(engine, row);
    }
  }
  return [...rows.values()];
}

const questionColumn: Column<Row> = {
  id: 'question',
  name: 'Question',
  value: (row) => row.question,
  cell: (row) => (
    <Link
      from="/sites/$siteId/engines"
      to="/sites/$siteId/questions/$questionId"
      params={(now) => ({ siteId: now.siteId ?? '', questionId: row.id })}
      title={row.question}
      className="one-line hover:underline sm:text-body"
    >
      <bdi>{row.question}</bdi>
    </Link>
  ),
};

function engineColumn({ engine, label }: EngineColumn, index: number, name: string): Column<Row> {
  const from = widths[Math.min(index, widths.length - 1)];
  return {
    id: `engine${index + 1}`,
    name,
    ...(index === 0 ? { info: 'marks' as const } : {}),
    ...(from === undefined ? {} : { from }),
    value: (row) => rankOf(row.at.get(engine)),
    file: {
      [`${label}: latest answer`]: ({ at }) => at.get(engine)?.targetStatus?.replace('_', ' ') ?? null,
      [`${label}: position`]: ({ at }) => at.get(engine)?.position ?? null,
      [`${label}: listed in`]: ({ at }) => at.get(engine)?.listed ?? null,
      [`${label}: of decided answers`]: ({ at }) => at.get(engine)?.known ?? null,
      [`${label}: run`]: ({ at }) => at.get(engine)?.runId ?? null,
    },
    cell: (row) => <Cell label={label} engine={engine} questionId={row.id} seen={row.at.get(engine)} />,
  };
}

function rankOf(questionRow: QuestionRow | undefined): number | null {
  if (questionRow === undefined) return null;
  if (questionRow.targetStatus === 'listed') return questionRow.position ?? 900;
  return questionRow.targetStatus === 'not_listed' ? 1_000 : questionRow.targetStatus === 'unknown' ? 2_000 : 3_000;
}

type CellProps = { label: string; engine: string; questionId: string; seen: QuestionRow | undefined };

function Cell({ label, engine, questionId, seen }: CellProps) {
  if (seen === undefined) {
    const why = 'not asked in this period';
    return (
      <span className="text-soft" title={`${label}: ${why}`}>
        {unknownMark}
        <span className="sr-only">{why}</span>
      </span>
    );
  }
  // All attempts of the period, because failed ones explain a missing answer.
  const find = { question: questionId, engine };
  if (seen.runId === null) {
    const why = seen.latestStatus === 'completed' ? 'the page was read and shows no answer' : 'no completed answer';
    return (
      <AnswersLink
        find={find}
        every
        label={`${label}: ${why}`}
        className="inline-grid h-8 min-w-8 place-items-center text-soft hover:underline"
      >
        {unknownMark}
      </AnswersLink>
    );
  }
  const { targetStatus: status, position, listed, known, observedAt, targetBasis, candidates, runId } = seen;
  const sign =
    status === 'listed' ? (position === null ? '●' : integer(position)) : status === 'not_listed' ? '○' : '?';
  const message =
    status === 'listed'
      ? position === null
        ? 'listed'
        : `position ${integer(position)}`
      : status === 'not_listed'
        ? 'not listed'
        : 'undecided';
  const why = basisText(targetBasis, candidates);
  const steady = `listed in ${integer(listed)} of ${integer(known)}`;
  const text = `${label}: ${message}${why === '' ? '' : `, ${why}`}; ${steady}${observedAt === null ? '' : ` (${utc(observedAt)})`}`;
  return (
    <span className="flex items-baseline gap-2">
      <Link
        to="/answers/$runId"
        params={{ runId }}
        title={text}
        aria-label={text}
        className={`inline-grid h-8 min-w-8 place-items-center rounded-small px-1 hover:underline ${status === 'listed' ? 'bg-accent-wash font-medium text-ink' : 'text-soft'}`}
      >
        {sign}
      </Link>
      <AnswersLink
        find={{ ...find, listing: canSay }}
        every
        count={known}
        label={`${integer(listed)}/${integer(known)}: all answers of ${label} to this question`}
        className="whitespace-nowrap text-small text-soft hover:underline max-sm:hidden"
      >
        {integer(listed)}/{integer(known)}
      </AnswersLink>
    </span>
  );
}
