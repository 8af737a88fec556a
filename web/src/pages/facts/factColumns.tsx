import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decideQuote, type Fact, type FactBoard, type FactQuote, factsChanged } from '../../api/sourceQueries.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { plainText } from '../answer/plainText.ts';

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
): Column<FactQuote>[] {
  return [
    {
      id: 'sentence',
      name: 'Sentence',
      value: ({ sentence }) => sentence,
      cell: ({ sentence, runId }) => (
        <Link to="/answers/$runId" params={{ runId }} title={sentence} className="one-line hover:underline">
          <bdi>{plainText(sentence).replace(/^\d{1,3}[.)] /, '')}</bdi>
        </Link>
      ),
    },
    {
      id: 'fact',
      name: 'Fact',
      value: ({ factId }) => names.get(factId) ?? null,
      from: 'sm',
      cell: ({ factId }) => <span className="text-soft">{names.get(factId)}</span>,
    },
    {
      id: 'verdict',
      name: 'Verdict',
      info: 'factVerdict',
      value: ({ verdict }) => verdict,
      cell: ({ verdict, decision }) => (decision === null ? verdictNames[verdict] : decisionNames[decision.decision]),
    },
    {
      id: 'engine',
      name: 'Engine',
      from: 'md',
      value: ({ engine }) => engine,
      cell: ({ engine }) => engineNames.get(engine) ?? engine,
    },
    {
      id: 'decide',
      name: 'Decision',
      from: 'sm',
      controls: true,
      value: ({ decision }) => decision?.decision ?? null,
      cell: (quote) => <Decide siteId={siteId} quote={quote} />,
    },
  ];
}

function Decide({ siteId, quote }: { siteId: string; quote: FactQuote }) {
  const { factId: id, runId, start } = quote;
  const decide = useMutation({
    mutationFn: (decision: 'right' | 'wrong' | 'not_about_us' | null) => decideQuote({ id, runId, start, decision }),
    onSuccess: () => factsChanged(siteId),
  });
  if (quote.decision !== null) {
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
