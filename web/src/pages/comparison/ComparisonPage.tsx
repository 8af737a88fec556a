import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { comparisonQuery, type EngineComparison } from '../../api/engineQueries.ts';
import { enginesQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { AskedCount } from '../../asking/AskedCount.tsx';
import { askedOf } from '../../asking/asked.ts';
import { EngineSearches } from '../../engines/EngineSearches.tsx';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { EngineFigures } from './EngineFigures.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Pairs } from './Pairs.tsx';
import { QuestionsByEngine } from './QuestionsByEngine.tsx';
import { SourcesByEngine } from './SourcesByEngine.tsx';

const parts = ['questions', 'pairs', 'sources', 'searches'] as const;

/** Compares the engines measure by measure, with the results of tests. */
export function ComparisonPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const compared = useQuery(comparisonQuery(siteId, filters));
  const engines = useQuery(enginesQuery).data ?? [];
  const questions = useQuery(questionsQuery(siteId)).data ?? [];
  const [asking, setAsking] = useState(false);
  const [part, choosePart] = useTab(parts, 'part');
  if (site === undefined) return null;
  const { data } = compared;
  const answers = data?.engines.filter(({ coverage }) => coverage.completed > 0) ?? [];
  return (
    <>
      <PageHead
        title="Engines"
        info="engines"
        filters={<FilterBar models={[]} engine={false} sources kinds={kindsOfWidest(data) ?? null} />}
        primary={
          questions.length > 0 && (
            <Button forMembers kind="primary" onClick={() => setAsking(true)}>
              <AskedCount count={questions.length} />
            </Button>
          )
        }
      >
        {data !== undefined && verdictOf(data)}
      </PageHead>
      <PrintedFilters />
      <Freshness query={compared} />
      {compared.isError && data === undefined && (
        <Failure error={compared.error} retry={() => void compared.refetch()} />
      )}
      {data === undefined ? (
        !compared.isError && <Skeleton className="h-96" />
      ) : answers.length === 0 ? (
        <Empty title="No answers in this period">
          Ask your questions, or choose other dates. Each engine gets its own column and counts; engines are never
          averaged.
        </Empty>
      ) : (
        <>
          <EngineFigures data={data} engines={engines} name={site.domain} />
          <div className="mb-2">
            <Tabs
              label="Parts of this page"
              value={part}
              onChange={choosePart}
              tabs={[
                { id: 'questions', name: 'Questions' },
                { id: 'pairs', name: 'Pairs', count: data.pairs.length },
                { id: 'sources', name: 'Sources' },
                { id: 'searches', name: 'Searches' },
              ]}
            />
          </div>
          {part === 'pairs' ? (
            <Pairs data={data} name={site.domain} questions={questions} />
          ) : part === 'sources' ? (
            <SourcesByEngine columns={data.engines} name={site.domain} />
          ) : part === 'searches' ? (
            <EngineSearches siteId={siteId} />
          ) : (
            <QuestionsByEngine columns={data.engines} questions={questions} siteId={siteId} name={site.domain} />
          )}
        </>
      )}
      {data !== undefined && <LeftOut data={data} />}
      <AskDialog open={asking} onClose={() => setAsking(false)} questions={askedOf(questions)} />
    </>
  );
}

/** Returns the questions of the engine with the most; the others were asked some of these. */
function kindsOfWidest(data: EngineComparison | undefined) {
  const kinds = data?.engines.flatMap(({ coverage }) => coverage.questionKinds ?? []) ?? [];
  return kinds.toSorted((one, other) => other.branded + other.others - one.branded - one.others)[0];
}

/** Summary of the paired tests over all pairs. */
function verdictOf({ pairs }: EngineComparison): string {
  const different = pairs.filter(({ verdict }) => /listed_more$/.test(verdict)).length;
  const tested = pairs.filter(({ adjustedP }) => adjustedP !== null).length;
  if (pairs.length === 0) return '';
  if (different > 0) return `▲ ${integer(different)} of ${countWithNoun(pairs.length, 'pair')} differ`;
  return tested > 0 ? `≈ no pair differs (${integer(tested)} tested)` : 'too few shared questions';
}
