import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { framesQuery, importsChanged, type QuestionCandidate, suggestionsQuery } from '../../api/importQueries.ts';
import { countWithNoun, integer, percent, percentRange } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { AddQuestions } from '../questions/AddQuestions.tsx';

type Props = { site: Website; engine: string | undefined; tabs: ReactNode };
const sampleSize = 40;

/** Suggests real queries as questions, and random samples of them. Nothing is saved without a click. */
export function SuggestedQuestions({ site, engine, tabs }: Props) {
  const suggestions = useQuery(suggestionsQuery(site.id));
  const frames = useQuery(framesQuery(site.id, engine));
  const [adding, setAdding] = useState<string | null>(null);
  const draw = useMutation({
    mutationFn: () => call('drawQuestions', { websiteId: site.id, size: sampleSize }),
    onSuccess: () => importsChanged(site.id),
  });
  const { data } = suggestions;
  if (data === undefined) {
    return suggestions.isError ? (
      <Failure error={suggestions.error} retry={() => void suggestions.refetch()} />
    ) : (
      <Skeleton className="h-[40rem]" />
    );
  }
  const remaining = Object.values(data.leftOut).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <DataTable
        parts={tabs}
        label="Suggested questions"
        name={`${site.domain}-suggested-questions`}
        noun="query"
        rows={data.candidates}
        keyOf={({ query }) => query}
        searchText={({ query }) => query}
        columns={candidateColumns(setAdding)}
      />
      <p className="mt-3 max-w-[84ch] text-small text-soft">
        Original queries with their sources. {countWithNoun(data.covered.length, 'query', 'queries')} already covered by
        saved questions, {integer(remaining)} left out: your name, navigation, personal data, fewer than 10 impressions,
        or not a question. A score covers only the questions you choose.
      </p>
      <section aria-label="Random samples" className="mt-6">
        <ForMembers>
          <Button small busy={draw.isPending} onClick={() => draw.mutate()}>
            Draw {sampleSize} at random
          </Button>
        </ForMembers>
        {draw.isError && <Failure error={draw.error} />}
        {frames.data?.map(({ id, size, strata, estimate, engine: request }) => (
          <p key={id} className="mt-2 max-w-[84ch] text-small">
            {integer(estimate.drawn)} of {countWithNoun(size, 'query', 'queries')} in{' '}
            {countWithNoun(strata.length, 'stratum', 'strata')},{' '}
            {estimate.score === null
              ? `${integer(estimate.known)} answered: too few for an estimate`
              : `estimate for all of them at ${request}: ${percent(estimate.score)}, 95 % interval ${percentRange(estimate.interval95)}`}
            .{' '}
            <ForMembers>
              <Button small onClick={() => setAdding(strata.flatMap(({ drawn }) => drawn).join('\n'))}>
                Add these questions
              </Button>
            </ForMembers>
          </p>
        ))}
      </section>
      {adding !== null && <AddQuestions open site={site} suggested={adding} onClose={() => setAdding(null)} />}
    </>
  );
}

function candidateColumns(add: (wording: string) => void): Column<QuestionCandidate>[] {
  return [
    {
      id: 'query',
      name: 'Query as written',
      value: ({ query }) => query,
      cell: ({ query }) => (
        <span className="one-line sm:text-body">
          <bdi>{query}</bdi>
        </span>
      ),
    },
    { id: 'source', name: 'Source', from: 'md', value: ({ label }) => label, cell: ({ label }) => label },
    {
      id: 'count',
      name: 'Count',
      right: true,
      value: ({ count }) => count,
      cell: ({ count, metric }) => `${integer(count)} ${metric}`,
    },
    {
      id: 'wording',
      name: 'Wording',
      from: 'lg',
      value: ({ wording }) => wording,
      cell: ({ wording }) => <bdi>{wording}</bdi>,
    },
    {
      id: 'add',
      name: 'Save',
      cell: ({ wording }) => (
        <ForMembers>
          <Button small onClick={() => add(wording)}>
            Add
          </Button>
        </ForMembers>
      ),
    },
  ];
}
