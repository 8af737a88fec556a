import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RoundItem } from '../../api/planQueries.ts';
import { enginesQuery } from '../../api/queries.ts';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { integer } from '../../format/numbers.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { itemWords } from './roundWords.ts';

const deletedQuestion = 'A deleted question';
const hasNoAnswer = ({ state }: RoundItem): boolean => !['waiting', 'running', 'answered'].includes(state);
const reasonOf = ({ error, denial }: RoundItem): string => error ?? denial ?? '';

const question: Column<RoundItem> = {
  id: 'question',
  name: 'Question',
  value: ({ query }) => query,
  cell: ({ query, runId }) => {
    const text = <bdi>{query ?? deletedQuestion}</bdi>;
    return runId === null ? (
      <span className="one-line sm:text-body">{text}</span>
    ) : (
      <Link
        to="/answers/$runId"
        params={{ runId }}
        title={query ?? undefined}
        className="one-line hover:underline sm:text-body"
      >
        {text}
      </Link>
    );
  },
};

const reason: Column<RoundItem> = {
  id: 'reason',
  name: 'Reason',
  from: 'sm',
  value: reasonOf,
  cell: (item) => (
    <span className="block max-w-72 truncate text-soft max-sm:whitespace-normal" title={reasonOf(item)}>
      <Reason text={reasonOf(item)} />
    </span>
  ),
};

const outcome: Column<RoundItem> = {
  id: 'outcome',
  name: 'Outcome',
  value: ({ state }) => itemWords[state],
  cell: ({ state, reused }) => (
    <span className={['failed', 'unresolved', 'not_asked'].includes(state) ? 'text-caution' : ''}>
      {itemWords[state]}
      {reused && ', reused'}
    </span>
  ),
};

/** Lists the requests of a round; columns whose values are all alike are left out. */
export function RoundItems({ items, name }: { items: readonly RoundItem[]; name: string }) {
  const engines = useQuery(enginesQuery).data ?? [];
  const names = shortNames(engines);
  const engineOf = ({ engine }: RoundItem): string => names.get(engine ?? '') ?? formatLabel(engines, engine ?? '');
  const isVaried = (of: (item: RoundItem) => unknown): boolean => new Set(items.map(of)).size > 1;
  const engine: Column<RoundItem> = { id: 'engine', name: 'Engine', from: 'sm', value: engineOf, cell: engineOf };
  const repeat: Column<RoundItem> = {
    id: 'repeat',
    name: 'Repeat',
    from: 'sm',
    right: true,
    value: ({ repeat: number }) => number,
    cell: ({ repeat: number }) => integer(number),
  };
  return (
    <DataTable
      label="Requests"
      name={name}
      noun="request"
      rows={items}
      keyOf={({ caseId, repeat: number }) => `${caseId} ${number}`}
      searchText={({ query }) => query ?? ''}
      columns={[
        question,
        ...(isVaried((item) => item.engine) ? [engine] : []),
        ...(isVaried((item) => item.repeat) ? [repeat] : []),
        ...(items.some((item) => reasonOf(item) !== '') ? [reason] : []),
        outcome,
      ]}
      tabs={[
        { id: 'all', name: 'All', keep: () => true },
        { id: 'missing', name: 'Without an answer', keep: hasNoAnswer },
      ]}
    />
  );
}
