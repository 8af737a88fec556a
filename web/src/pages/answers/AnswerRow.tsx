import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { FoundAnswer } from '../../api/visibilityQueries.ts';
import { basisText } from '../../format/bases.ts';
import { integer } from '../../format/numbers.ts';
import { shortAgo, Time } from '../../format/times.tsx';

type Props = {
  row: FoundAnswer;
  engine: string;
  /** True next to the open answer: only the question is shown. */
  isNarrow: boolean;
  isCurrent: boolean;
  onOpen(): void;
};

const signs = { listed: '●', not_listed: '○', unknown: '?', no_answer: '–' } as const;
const words = {
  listed: 'Listed',
  not_listed: 'Not listed',
  unknown: 'Cannot say',
  no_answer: 'No answer shown',
} as const;

/** Minimum width for an answer next to the list. */
const minPanelWidth = 1024;

/** Shows one answer of the list: what it says about the website, its question, its beginning, engine and age. */
export function AnswerRow({ row, engine, isNarrow, isCurrent, onOpen }: Props) {
  const { status, position, basis, runStatus } = row;
  const sign = status === null ? '✕' : position !== null ? integer(position) : signs[status];
  const word = status === null ? runStatus : position === null ? words[status] : `Position ${integer(position)}`;
  const why = basis === null ? '' : `, ${basisText(basis, [])}`;
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || innerWidth < minPanelWidth) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li
      data-row
      aria-current={isCurrent || undefined}
      className={`grid min-h-9 items-center gap-x-3 border-line border-b text-small max-md:py-1 hover:bg-sunken aria-[current=true]:bg-sunken ${isNarrow ? 'grid-cols-[1.75rem_minmax(0,1fr)]' : 'grid-cols-[1.75rem_minmax(0,1fr)_5rem] md:grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1fr)_7rem_5rem]'}`}
    >
      <span
        title={`${word}${why}`}
        className={`text-center ${status === 'listed' ? 'rounded-small bg-accent-wash font-medium' : 'text-soft'}`}
      >
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{word}</span>
      </span>
      <Link
        to="/answers/$runId"
        params={{ runId: row.runId }}
        onClick={press}
        title={row.question}
        className="one-line hover:underline sm:text-body"
      >
        <bdi>{row.question}</bdi>
      </Link>
      {!isNarrow && (
        <>
          <bdi className="truncate text-soft max-md:hidden" data-foreign>
            {row.snippet}
          </bdi>
          <span className="truncate text-soft max-md:hidden" title={row.model ?? undefined}>
            {engine}
          </span>
          <span className="min-w-0 truncate text-right text-soft">
            <Time iso={row.observedAt ?? row.createdAt} shown={shortAgo(row.observedAt ?? row.createdAt)} />
            <span className="block truncate md:hidden">{engine}</span>
          </span>
        </>
      )}
    </li>
  );
}
