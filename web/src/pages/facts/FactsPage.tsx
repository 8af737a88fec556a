import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sitesQuery } from '../../api/queries.ts';
import {
  addFact,
  decideQuote,
  type Fact,
  type FactQuote,
  factQuotesQuery,
  factsChanged,
  factsQuery,
} from '../../api/sourceQueries.ts';
import { countWithNoun, integer, share } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';

const verdictNames: Record<FactQuote['verdict'], string> = {
  agrees: 'agrees',
  contradicts: 'contradicts',
  matches_older: 'older value',
  cannot_tell: 'to decide',
};
const decisionNames = { right: 'right (you)', wrong: 'wrong (you)', not_about_us: 'not about you' } as const;

/** The owner's facts, and the sentences of answers for and against them. */
export function FactsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const facts = useQuery(factsQuery(siteId));
  const board = useQuery(factQuotesQuery(siteId));
  if (site === undefined) return null;
  const failed = [facts, board].find((query) => query.isError && query.data === undefined);
  const list = facts.data?.facts ?? [];
  const names = new Map(list.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHead title="Facts" info="facts" />
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {facts.data === undefined || board.data === undefined ? (
        failed === undefined && <Skeleton className="h-96" />
      ) : (
        <>
          {list.length > 0 && <Standing board={board.data.wrong} answers={board.data.answers} />}
          {list.length === 0 ? (
            <Empty title="No facts yet">
              State a price, a number, a date or a feature, with the page that says it.
            </Empty>
          ) : (
            <DataTable
              label="Quotes about your facts"
              name={`${site.domain}-fact-quotes`}
              noun="quote"
              rows={board.data.quotes}
              keyOf={(quote) => `${quote.factId} ${quote.runId} ${quote.start}`}
              searchText={({ sentence }) => sentence}
              columns={quoteColumns(siteId, names)}
            />
          )}
          <Section title="Fact sheet">
            <FactSheet facts={list} />
          </Section>
          {board.data.pages.length > 0 && (
            <Section title="Cited pages that state a value">
              <ul className="grid gap-2">
                {board.data.pages.map((page) => (
                  <li key={`${page.pageId} ${page.factId} ${page.excerpt}`}>
                    <Outbound url={page.url} /> {names.get(page.factId)}: {page.value} ({page.verdict.replace('_', ' ')}
                    )
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <ForMembers>
            <Section title="New fact">
              <NewFact siteId={siteId} />
            </Section>
          </ForMembers>
        </>
      )}
    </>
  );
}

type Wrong = { wrong: number; decided: number; undecided: number; share: number | null };

function Standing({ board, answers }: { board: Wrong; answers: number }) {
  return (
    <p className="mb-3">
      {integer(board.wrong)} of {countWithNoun(board.decided, 'decided quote')}{' '}
      {board.share !== null && `(${share(board.share)}) `}contradict your facts; {integer(board.undecided)} undecided,
      over {countWithNoun(answers, 'answer')}.
    </p>
  );
}

function quoteColumns(siteId: string, names: ReadonlyMap<string, string>): Column<FactQuote>[] {
  return [
    {
      id: 'sentence',
      name: 'Sentence',
      value: ({ sentence }) => sentence,
      cell: ({ sentence, runId }) => (
        <Link to="/answers/$runId" params={{ runId }} title={sentence} className="one-line hover:underline">
          <bdi>{sentence}</bdi>
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
    { id: 'engine', name: 'Engine', from: 'md', value: ({ engine }) => engine, cell: ({ engine }) => engine },
    {
      id: 'decide',
      name: 'Decision',
      from: 'sm',
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
        <Button small kind="quiet" aria-label="Accept as right" onClick={() => decide.mutate('right')}>
          Accept
        </Button>
        <Button small kind="quiet" aria-label="Decline as wrong" onClick={() => decide.mutate('wrong')}>
          Decline
        </Button>
        <Button small kind="quiet" aria-label="Skip: not about us" onClick={() => decide.mutate('not_about_us')}>
          Skip
        </Button>
      </span>
    </ForMembers>
  );
}

function FactSheet({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return <p className="text-soft">No facts yet.</p>;
  return (
    <ul className="divide-y divide-line">
      {facts.map(({ id, name, versions }) => (
        <li key={id} className="py-2">
          <strong className="font-medium">{name}</strong> {versions[0]?.value}{' '}
          {versions[0] !== undefined && <Outbound url={versions[0].sourceUrl} />}
          {versions.length > 1 && (
            <span className="block text-small text-soft">
              Before:{' '}
              {versions
                .slice(1)
                .map(({ value }) => value)
                .join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const kinds = ['price', 'number', 'date', 'place', 'phone', 'hours', 'feature', 'certificate'] as const;

function NewFact({ siteId }: { siteId: string }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('price');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [sourceUrl, setSourceUrl] = useState('');
  const [words, setWords] = useState('');
  const add = useMutation({
    mutationFn: () =>
      addFact({
        ...{ websiteId: siteId, kind, name, value, sourceUrl },
        words: words.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])),
      }),
    onSuccess: async () => {
      setName('');
      setValue('');
      await factsChanged(siteId);
    },
  });
  return (
    <form
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Choice<(typeof kinds)[number]>
        label="Kind"
        value={kind}
        onChange={setKind}
        options={kinds.map((one) => ({ value: one, label: one }))}
      />
      <Field label="Name" required value={name} onChange={({ target }) => setName(target.value)} />
      <Field
        label="Value"
        required
        value={value}
        error={add.error?.message}
        onChange={({ target }) => setValue(target.value)}
      />
      <Field
        label="Source page"
        type="url"
        required
        value={sourceUrl}
        onChange={({ target }) => setSourceUrl(target.value)}
      />
      <Field
        label="Keywords that identify it"
        hint="Comma-separated, in every language of your answers. Empty: the name."
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div>
        <Button kind="primary" submit busy={add.isPending}>
          Add fact
        </Button>
      </div>
    </form>
  );
}
