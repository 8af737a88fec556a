import { Link } from '@tanstack/react-router';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { basisText } from '../../format/bases.ts';
import { countWithNoun, integer, percent, unknownMark } from '../../format/numbers.ts';
import { canSay } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Status } from '../../ui/Status.tsx';
import { ModelName } from './ModelName.tsx';
import type { Row } from './questionRows.ts';

/** Shows the question, with a checkbox if it can still be asked. @param picked null: nothing can be done with it */
export function questionColumn(picked: ReadonlySet<string> | null, toggle: (id: string) => void): Column<Row> {
  return {
    id: 'question',
    name: 'Question',
    value: (row) => row.question,
    file: {
      Question: (row) => row.question,
      Tags: (row) => row.saved?.tags.join(', ') ?? null,
      Branded: (row) => (row.saved === null ? null : row.saved.branded ? 'yes' : 'no'),
    },
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        {picked !== null &&
          (row.saved === null ? (
            <span className="w-4 shrink-0" />
          ) : (
            <input
              type="checkbox"
              aria-label={`Choose “${row.question}”`}
              checked={picked.has(row.id)}
              onChange={() => toggle(row.id)}
              className="screen-only size-4 shrink-0"
            />
          ))}
        <Link
          to="/sites/$siteId/questions/$questionId"
          from="/sites/$siteId"
          params={(now) => ({ siteId: now.siteId ?? '', questionId: row.id })}
          title={row.question}
          className="one-line min-w-0 hover:underline sm:text-body"
        >
          <bdi>{row.question}</bdi>
        </Link>
        {row.saved === null && <span className="shrink-0 text-soft">archived</span>}
      </span>
    ),
  };
}

/** Shows a question's tags, the first of them visible. */
export const tagColumn: Column<Row> = {
  id: 'tag',
  name: 'Tag',
  from: 'xl',
  phone: false,
  value: (row) => row.saved?.tags[0] ?? '',
  file: {},
  cell: ({ saved }) => (
    <span className="block max-w-32 truncate text-soft" title={saved?.tags.join(', ')}>
      {saved?.branded === true && <span className="italic">branded </span>}
      <bdi>{saved?.tags.join(', ')}</bdi>
    </span>
  ),
};

/**
 * Shows the latest answer of the period, if one engine is asked. `models`: it answered with several, so each is named.
 */
export const latestColumn = (models: boolean): Column<Row> => ({
  id: 'position',
  name: 'Latest answer',
  value: (row) =>
    row.seen?.position ??
    (row.seen?.targetStatus === 'not_listed' ? 1_000 : row.seen?.targetStatus === 'unknown' ? 2_000 : null),
  file: {
    'Latest answer': ({ seen }) => seen?.targetStatus?.replace('_', ' ') ?? null,
    'Rests on': ({ seen }) => seen?.targetBasis ?? null,
    Position: ({ seen }) => seen?.position ?? null,
    'Answered (UTC)': ({ seen }) => seen?.observedAt ?? null,
    ...(models ? { Model: ({ seen }: Row) => seen?.model ?? null } : {}),
  },
  cell: ({ seen }) =>
    seen?.targetStatus == null ? (
      <span className="text-soft">{seen === null ? 'None in this period' : 'No answer yet'}</span>
    ) : (
      <span>
        <span title={basisText(seen.targetBasis, seen.candidates)}>
          <Status
            of={seen.targetStatus}
            {...(seen.position === null ? {} : { word: `Position ${integer(seen.position)}` })}
          />
        </span>
        {models && seen.model !== null && <ModelName name={seen.model} />}
      </span>
    ),
});

/**
 * Returns columns over all answers of the period. `engine` names the engine if several are asked; `period` the dates.
 */
export function periodColumns(engine: string | null, period: string): Column<Row>[] {
  return [
    {
      id: 'listed',
      name: engine === null ? period : `${engine}, ${period}`,
      info: 'period' as const,
      from: engine === null ? 'md' : 'lg',
      value: (row) => row.seen?.listedRate ?? null,
      file: {
        'Listed %': ({ seen }) => seen?.listedRate ?? null,
        'Lower 95 %': ({ seen }) => seen?.interval95?.lower ?? null,
        'Upper 95 %': ({ seen }) => seen?.interval95?.upper ?? null,
        'Answers that list you': ({ seen }) => seen?.listed ?? null,
        'Answers with a verdict': ({ seen }) => seen?.known ?? null,
      },
      cell: ({ seen }) =>
        seen === null || seen.known === 0 ? (
          <span title="No answer shows whether you are listed.">{unknownMark}</span>
        ) : (
          <span className="flex w-32 items-center gap-2 sm:w-40">
            <AnswersLink
              find={{ question: seen.caseId, listing: canSay }}
              every
              count={seen.known}
              className="shrink-0 text-right hover:underline sm:w-12"
            >
              {integer(seen.listed)}/{integer(seen.known)}
            </AnswersLink>
            <IntervalTrack bare label="Listed" value={seen.listedRate} interval={seen.interval95} />
          </span>
        ),
    },
    {
      id: 'stability',
      name: 'Steady',
      info: 'steadiness' as const,
      from: engine === null ? 'lg' : 'xl',
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
            title={`Mean overlap (Jaccard) of the domain lists over ${countWithNoun(stability.pairs, 'pair')} of ${countWithNoun(stability.answers, 'answer')}`}
          >
            {percent(Math.round(stability.meanJaccard * 100))}
          </span>
        );
      },
    },
  ];
}
