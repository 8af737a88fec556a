import { Link } from '@tanstack/react-router';
import type { PlanRound } from '../../api/planQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { aboutDollars, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { missingText } from './roundWords.ts';

const startedManually = 'started manually';

const noteOf = (round: PlanRound): string =>
  [missingText(round), ...(round.kind === 'manual' ? [startedManually] : [])].filter((part) => part !== '').join('; ');

/** Columns of a plan's rounds, newest first. */
export const roundColumns = (planId: string): readonly Column<PlanRound>[] => [
  {
    id: 'round',
    name: 'Round',
    value: ({ number }) => number,
    file: { Round: ({ number }) => number, Due: ({ dueAt }) => dueAt },
    cell: ({ number, dueAt }) => (
      <span className="one-line">
        <Link
          to="/plans/$planId/rounds/$round"
          params={{ planId, round: String(number) }}
          className="hover:underline sm:text-body"
        >
          Round {number}
        </Link>{' '}
        <span className="text-soft">
          <Time iso={dueAt} />
        </span>
      </span>
    ),
  },
  {
    id: 'answered',
    name: 'Answered',
    value: ({ counts, state }) => (state === 'missed' ? null : counts.answered),
    file: { Answered: ({ counts }) => counts.answered, Requests: ({ counts }) => counts.requests },
    cell: ({ counts: { answered, requests }, state }) =>
      state === 'missed' ? (
        <span className="text-caution">Missed</span>
      ) : (
        <CountBar own part={answered} of={requests}>
          {integer(answered)}/{integer(requests)}
        </CountBar>
      ),
  },
  {
    id: 'note',
    name: 'Note',
    from: 'sm',
    value: noteOf,
    cell: (round) => (
      <span className="block max-w-80 truncate text-soft max-sm:whitespace-normal" title={noteOf(round)}>
        {noteOf(round)}
      </span>
    ),
  },
  {
    id: 'cost',
    name: 'Cost',
    right: true,
    value: ({ money, state }) => (state === 'missed' ? null : money.totalUsd),
    file: { 'Cost, USD': ({ money }) => money.totalUsd },
    cell: ({ money, state }) => (state === 'missed' ? '–' : aboutDollars(money.totalUsd)),
  },
];
