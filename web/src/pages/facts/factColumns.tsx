import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decideQuote, type Fact, type FactBoard, type FactQuote, factsChanged } from '../../api/sourceQueries.ts';
import { integer } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import type { QuoteGroup } from './quoteGroups.ts';

const verdictNames: Record<FactQuote['verdict'], string> = {
  agrees: 'agrees',
  contradicts: 'contradicts',
  matches_older: 'older value',
  cannot_tell: 'to decide',
};
const decisionNames = { right: 'right (you)', wrong: 'wrong (you)', not_about_us: 'not about you' } as const;

/** Returns the columns of sentences for and against facts, with each decision in its row. */
export function quoteColumns(
  siteId: string,
  names: ReadonlyMap<string, string>,
  engineNames: ReadonlyMap<string, string>,
): Column<QuoteGroup>[] {
  return [
    {
      id: 'sentence',
      name: 'Sentence',
      value: ({ sentence }) => sentence,
      cell: ({ sentence, first: { runId } }) => (
        <Link to="/answers/$runId" params={{ runId }} title={sentence} className="one-line hover:underline">
          <bdi>{sentence}</bdi>
        </Link>
      ),
    },
    {
      id: 'quotes',
      name: 'Quotes',
      right: true,
      value: ({ quotes }) => quotes.length,
      cell: ({ quotes }) => integer(quotes.length),
    },
    {
      id: 'fact',
      name: 'Fact',
      value: ({ first }) => names.get(first.factId) ?? null,
      from: 'sm',
      cell: ({ first }) => <span className="text-soft">{names.get(first.factId)}</span>,
    },
    {
      id: 'verdict',
      name: 'Verdict',
      info: 'factVerdict',
      value: ({ first }) => first.verdict,
      cell: ({ first: { verdict, decision } }) =>
        decision === null ? verdictNames[verdict] : decisionNames[decision.decision],
    },
    {
      id: 'engine',
      name: 'Engine',
      from: 'md',
      value: (group) => joinEngines(group, engineNames),
      cell: (group) => <span className="block max-w-56 truncate">{joinEngines(group, engineNames)}</span>,
    },
    {
      id: 'decide',
      name: 'Decision',
      from: 'sm',
      controls: true,
      value: ({ first }) => first.decision?.decision ?? null,
      cell: (group) => <Decide siteId={siteId} group={group} />,
    },
  ];
}

const joinEngines = ({ quotes }: QuoteGroup, names: ReadonlyMap<string, string>): string =>
  [...new Set(quotes.map(({ engine }) => names.get(engine) ?? engine))].join(', ');

function Decide({ siteId, group }: { siteId: string; group: QuoteGroup }) {
  const decide = useMutation({
    mutationFn: (decision: 'right' | 'wrong' | 'not_about_us' | null) =>
      Promise.all(group.quotes.map(({ factId: id, runId, start }) => decideQuote({ id, runId, start, decision }))),
    // Part of a group may be saved if a later request fails.
    onSettled: () => factsChanged(siteId),
  });
  if (group.first.decision !== null) {
    return (
      <Button small kind="quiet" forMembers onClick={() => decide.mutate(null)}>
        Undo
      </Button>
    );
  }
  return (
    <ForMembers>
      <span className="flex gap-1">
        <Button small kind="quiet" aria-label="Accept as correct" onClick={() => decide.mutate('right')}>
          Accept
        </Button>
        <Button small kind="quiet" aria-label="Mark as wrong" onClick={() => decide.mutate('wrong')}>
          Decline
        </Button>
        <Button small kind="quiet" aria-label="Skip: not about us" onClick={() => decide.mutate('not_about_us')}>
          Skip
        </Button>
      </span>
    </ForMembers>
  );
}

export const factColumns: Column<Fact>[] = [
  {
    id: 'fact',
    name: 'Fact',
    value: ({ name }) => name,
    cell: ({ name }) => <bdi className="one-line">{name}</bdi>,
  },
  {
    id: 'value',
    name: 'Value',
    value: ({ versions }) => versions[0]?.value ?? null,
    cell: ({ versions }) => <bdi className="font-medium">{versions[0]?.value}</bdi>,
  },
  {
    id: 'before',
    name: 'Before',
    from: 'sm',
    value: ({ versions }) => versions[1]?.value ?? '',
    cell: ({ versions }) => (
      <bdi className="text-soft">
        {versions
          .slice(1)
          .map(({ value }) => value)
          .join(', ')}
      </bdi>
    ),
  },
  {
    id: 'page',
    name: 'Stated at',
    from: 'md',
    value: ({ versions }) => versions[0]?.sourceUrl ?? null,
    cell: ({ versions }) => versions[0] !== undefined && <Outbound url={versions[0].sourceUrl} />,
  },
];

type StatedValue = FactBoard['pages'][number];

export function pageColumns(names: ReadonlyMap<string, string>): Column<StatedValue>[] {
  return [
    {
      id: 'page',
      name: 'Page',
      value: ({ url }) => url,
      cell: ({ url }) => (
        <span className="one-line">
          <Outbound url={url} />
        </span>
      ),
    },
    {
      id: 'fact',
      name: 'Fact',
      from: 'sm',
      value: ({ factId }) => names.get(factId) ?? null,
      cell: ({ factId }) => <bdi className="text-soft">{names.get(factId)}</bdi>,
    },
    { id: 'value', name: 'Value', value: ({ value }) => value, cell: ({ value }) => <bdi>{value}</bdi> },
    {
      id: 'verdict',
      name: 'Verdict',
      info: 'factVerdict',
      value: ({ verdict }) => verdict,
      cell: ({ verdict }) => verdictNames[verdict as FactQuote['verdict']] ?? verdict,
    },
  ];
}
