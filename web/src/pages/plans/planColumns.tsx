import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Plan, type PlanRound, roundsQuery } from '../../api/planQueries.ts';
import { aboutDollars, countWithNoun, unknownMark } from '../../format/numbers.ts';
import { shortDate, shortTime, Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { cadenceLine, cadenceWords } from './cadenceWords.ts';
import { progressText, stateWords } from './roundWords.ts';

/** Maximum number of rounds in a row, newest on the right. */
const shownRounds = 12;

/** Columns of the list of plans; `names` are the short names of engines. */
export const planColumns = (names: ReadonlyMap<string, string>): readonly Column<Plan>[] => [
  {
    id: 'plan',
    name: 'Plan',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/plans/$planId" params={{ planId: id }} title={name} className="one-line hover:underline sm:text-body">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'asks',
    name: 'Asks',
    from: 'lg',
    file: { Engines: ({ engines }) => engines.join(' '), Repeats: ({ repeats }) => repeats },
    cell: ({ questions, engines, repeats }) => (
      <span className="text-soft" title={engines.map((id) => names.get(id) ?? id).join(', ')}>
        {questions.questionIds?.length ?? (questions.tags === null ? askedWords.all : askedWords.tags)} ×{' '}
        {engines.length} × {repeats}
      </span>
    ),
  },
  {
    id: 'rounds',
    name: 'Rounds',
    from: 'md',
    value: ({ cadenceText }) => cadenceText,
    cell: ({ cadence }) => (
      <span className="text-soft" title={cadenceLine(cadence)}>
        {cadenceWords(cadence)}
      </span>
    ),
  },
  { id: 'last', name: 'Last twelve', from: 'md', file: {}, cell: (plan) => <LastRounds plan={plan} /> },
  {
    id: 'next',
    name: 'Next',
    value: ({ nextDueAt }) => nextDueAt,
    cell: ({ nextDueAt, keyRevoked }) => (
      <span className="text-soft">
        {keyRevoked ? (
          '– revoked'
        ) : nextDueAt === null ? (
          unknownMark
        ) : (
          <Time iso={nextDueAt} shown={shortTime(nextDueAt)} />
        )}
      </span>
    ),
  },
  {
    id: 'month',
    name: 'This month',
    from: 'sm',
    right: true,
    value: ({ usedUsdThisMonth }) => usedUsdThisMonth,
    file: {
      'Used this month, USD': ({ usedUsdThisMonth }) => usedUsdThisMonth,
      'Budget a month, USD': ({ budgetUsdPerMonth }) => budgetUsdPerMonth,
    },
    cell: (plan) => <Used plan={plan} />,
  },
  {
    id: 'state',
    name: 'State',
    value: ({ state }) => state,
    cell: ({ state, keyRevoked }) =>
      keyRevoked ? <span className="text-caution">Key revoked</span> : stateWords[state],
  },
];

const askedWords = { all: 'all', tags: 'tags' };

/** Shows a plan's purchases of the month against its budget. */
function Used({ plan: { usedUsdThisMonth, budgetUsdPerMonth } }: { plan: Plan }) {
  const part = budgetUsdPerMonth === null || budgetUsdPerMonth === 0 ? 0 : usedUsdThisMonth / budgetUsdPerMonth;
  return (
    <span className="inline-flex items-center justify-end gap-2 text-soft tabular-nums">
      {aboutDollars(usedUsdThisMonth)}
      {budgetUsdPerMonth !== null && (
        <>
          <svg aria-hidden="true" width="48" height="6" className="block">
            <rect width="48" height="6" rx="3" fill="var(--line)" />
            <rect
              width={48 * Math.min(1, part)}
              height="6"
              rx="3"
              fill={part > 0.8 ? 'var(--caution)' : 'var(--accent)'}
            />
          </svg>
          <span className="sr-only">of</span>
          {aboutDollars(budgetUsdPerMonth)}
        </>
      )}
    </span>
  );
}

/**
 * Draws the newest rounds of a plan, oldest first: complete, partial (hollow) or missed (a gap). Each opens its round.
 */
function LastRounds({ plan }: { plan: Plan }) {
  const rounds = useQuery({ ...roundsQuery(plan.id), enabled: plan.lastRound !== null }).data;
  if (plan.lastRound === null) return <span className="text-soft">{unknownMark}</span>;
  const newest = rounds?.items.slice(0, shownRounds).toReversed() ?? [plan.lastRound];
  return (
    <ol
      aria-label={countWithNoun(newest.length, 'round')}
      className="flex"
      // Room for the rounds that are still read.
      style={{ minWidth: `${1.5 * Math.min(shownRounds, plan.lastRound.number)}rem` }}
    >
      {newest.map((round) => (
        <li key={round.number}>
          <Link
            to="/plans/$planId/rounds/$round"
            params={{ planId: plan.id, round: String(round.number) }}
            title={`${shortDate(round.dueAt)}: ${progressText(round)}`}
            aria-label={`Round ${round.number}: ${progressText(round)}`}
            className="grid size-6 place-items-center rounded-small hover:bg-line"
          >
            <RoundShape round={round} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function RoundShape({ round: { state, counts } }: { round: PlanRound }) {
  const isWhole = counts.answered === counts.requests;
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3" fill="none" strokeWidth="1.5">
      {state === 'missed' ? (
        <path d="M2.500 6h7" stroke="var(--caution)" strokeLinecap="round" />
      ) : (
        <circle cx="6" cy="6" r="4" stroke="var(--accent)" fill={isWhole ? 'var(--accent)' : 'none'} />
      )}
    </svg>
  );
}
