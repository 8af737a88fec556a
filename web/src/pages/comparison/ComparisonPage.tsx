import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { comparisonQuery, type EngineComparison } from '../../api/engineQueries.ts';
import { enginesQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { askedOf } from '../../asking/asked.ts';
import { EngineSearches } from '../../engines/EngineSearches.tsx';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { CountedKinds } from '../../shell/CountedKinds.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Later } from '../../ui/Later.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { EngineFigures } from './EngineFigures.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Pairs } from './Pairs.tsx';
import { QuestionsByEngine } from './QuestionsByEngine.tsx';
import { SourcesByEngine } from './SourcesByEngine.tsx';

/** Do the engines differ about us, and which of the differences is one? */
export function ComparisonPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const compared = useQuery(comparisonQuery(siteId, filters));
  const engines = useQuery(enginesQuery).data ?? [];
  const questions = useQuery(questionsQuery(siteId)).data ?? [];
  const [asking, setAsking] = useState(false);
  if (site === undefined) return null;
  const { data } = compared;
  const answered = data?.engines.filter(({ coverage }) => coverage.completed > 0) ?? [];
  return (
    <>
      <PageHead
        title={`Do the engines agree about ${foreign(site.name)}?`}
        actions={
          questions.length > 0 && (
            <Button forMembers kind="primary" onClick={() => setAsking(true)}>
              Ask {countWithNoun(questions.length, 'question')}
            </Button>
          )
        }
      >
        {data === undefined ? (
          !compared.isError && <Skeleton className="h-6 w-96 max-w-full" />
        ) : (
          <Verdict data={data} answered={answered.length} />
        )}
      </PageHead>
      <FilterBar models={[]} engine={false} sources />
      <CountedKinds kinds={kindsOfWidest(data) ?? null} />
      <Freshness query={compared} />
      {compared.isError && data === undefined && (
        <Failure error={compared.error} retry={() => void compared.refetch()} />
      )}
      {data === undefined ? (
        !compared.isError && <Skeleton className="h-96" />
      ) : answered.length === 0 ? (
        <Empty title="No answers in this period">
          Ask your questions, or choose other dates. Each engine then has a column here, with its own counts; no number
          is ever over several.
        </Empty>
      ) : (
        <>
          <EngineFigures data={data} engines={engines} name={site.domain} />
          <Pairs data={data} name={site.domain} questions={questions} />
          <Later>
            <QuestionsByEngine columns={data.engines} questions={questions} siteId={siteId} name={site.domain} />
            <SourcesByEngine columns={data.engines} name={site.domain} />
            <EngineSearches siteId={siteId} />
          </Later>
        </>
      )}
      {data !== undefined && <LeftOut data={data} />}
      <AskDialog open={asking} onClose={() => setAsking(false)} questions={askedOf(questions)} />
    </>
  );
}

/** Of the engine that was asked most questions: the others were asked some of these. */
function kindsOfWidest(data: EngineComparison | undefined) {
  const kinds = data?.engines.flatMap(({ coverage }) => coverage.questionKinds ?? []) ?? [];
  return kinds.toSorted((one, other) => other.branded + other.others - one.branded - one.others)[0];
}

function Verdict({ data: { pairs, simulated }, answered }: { data: EngineComparison; answered: number }) {
  const different = pairs.filter(({ verdict }) => /listed_more$/.test(verdict)).length;
  const tested = pairs.filter(({ adjustedP }) => adjustedP !== null).length;
  const who = `${countWithNoun(answered, simulated ? 'simulated engine' : 'engine')} with answers in this period`;
  if (pairs.length === 0) return <p>{who}. It takes two to compare.</p>;
  const what =
    different > 0
      ? `${integer(different)} of ${countWithNoun(pairs.length, 'pair')} ${different === 1 ? 'differs' : 'differ'} by a test on the same questions`
      : tested > 0
        ? `no pair shows a difference that these answers could carry (${countWithNoun(tested, 'pair')} tested)`
        : 'too few questions in common to test any difference';
  return (
    <p>
      {who}: <strong className="font-medium text-ink">{what}</strong>. Each column is one engine by itself; no number is
      over several.
    </p>
  );
}
