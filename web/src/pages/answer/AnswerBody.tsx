import { useQuery } from '@tanstack/react-query';
import type { KeywordResult, ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import { answerQuery, enginesQuery, runQuery } from '../../api/queries.ts';
import { type CitationSupport, supportQuery } from '../../api/sourceQueries.ts';
import { formatLabel, noAnswerWords, shortLabel } from '../../engines/engineWords.ts';
import { SearchList } from '../../engines/SearchList.tsx';
import { basisText } from '../../format/bases.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { AnswerText } from './AnswerText.tsx';
import { SupportOfPage } from './CitationSupport.tsx';
import { numbersOf } from './citationSpans.ts';
import { Recommended } from './Recommended.tsx';
import { RunControl } from './RunControl.tsx';
import { Limitations, RunRecord } from './RunRecord.tsx';

const active = ['queued', 'running', 'requires_action'];

type Props = {
  runId: string;
  /** True next to a list: one column, without the record. */
  isPanel?: boolean;
};

/** Shows one saved answer: its text with citations marked, its recommendations in order, and how it was made. */
export function AnswerBody({ runId, isPanel = false }: Props) {
  const read = useQuery({
    ...answerQuery(runId),
    refetchInterval: ({ state }) =>
      state.data !== undefined && active.includes(state.data.answer.run.status) ? 2_000 : false,
  });
  const engines = useQuery(enginesQuery).data;
  const status = read.data?.answer.run.status ?? 'none';
  const saved = useQuery({ ...runQuery('keyword', runId), queryKey: ['run', runId, status] });
  const support = useQuery({ ...supportQuery(runId), enabled: status === 'completed' }).data ?? null;
  const failed = read.error ?? saved.error;
  if (failed !== null && (read.data === undefined || saved.data === undefined)) {
    return <RecordFailure error={failed} retry={() => void Promise.all([read.refetch(), saved.refetch()])} />;
  }
  if (read.data === undefined || saved.data === undefined) return <Skeleton className="h-[32rem]" />;
  const { case: match, answer } = read.data;
  const run = saved.data.run;
  const result = run?.result != null && 'text' in run.result ? (run.result as KeywordResult) : null;
  return (
    <>
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-1 text-small ${isPanel ? 'py-2' : 'mb-2'}`}>
        <Status of={answer.run.status} />
        {answer.noAnswer !== null && <Status of="no_answer" />}
        {answer.targetStatus !== null && (
          <Status
            of={answer.targetStatus}
            {...(answer.position === null ? {} : { word: `Listed at position ${answer.position}` })}
          />
        )}
        {answer.targetBasis !== null && (
          <span className="text-soft">
            <Sentence text={basisText(answer.targetBasis, answer.candidates.map(foreign))} />
          </span>
        )}
        <Time iso={answer.run.observedAt ?? answer.run.createdAt} />
        <span className="text-soft">
          {shortLabel(formatLabel(engines, answer.run.engine ?? match.search.engine))},{' '}
          {answer.run.model ?? 'model unknown'}
        </span>
      </div>
      <RunControl run={answer.run} />
      {['failed', 'cancelled'].includes(answer.run.status) && (
        <div className="mb-3">
          <Notice
            tone={answer.run.status === 'failed' ? 'danger' : 'plain'}
            title={answer.run.status === 'failed' ? 'This attempt failed' : 'This attempt was cancelled'}
          >
            <p>
              <Reason text={answer.run.error ?? 'No reason was given.'} />
            </p>
            <p>It stays in the history; an earlier completed answer still counts.</p>
          </Notice>
        </div>
      )}
      {answer.noAnswer !== null && (
        <div className="mb-3">
          <Notice title={noAnswerWords[answer.noAnswer]}>
            <p>It is not part of any score. Such answers are counted separately.</p>
          </Notice>
        </div>
      )}
      <div
        className={`grid gap-x-10 gap-y-4 ${result === null ? 'max-w-xl' : isPanel ? '' : 'xl:grid-cols-[minmax(0,1fr)_min(20rem,35%)]'}`}
      >
        {result !== null && (
          <div className="min-w-0">
            <Result result={result} listing={answer} support={support?.citations ?? []} />
            {!isPanel && (
              <Section title="Searches">
                {run?.searches == null ? (
                  <p className="text-soft">This engine reports no searches.</p>
                ) : run.searches.length === 0 ? (
                  <p className="text-soft">The engine answered without searching.</p>
                ) : (
                  <SearchList
                    searches={run.searches.map((search) => ({ ...search, note: '', total: search.pages.length }))}
                  />
                )}
              </Section>
            )}
          </div>
        )}
        <aside aria-label="How this answer was made" className="min-w-0">
          {result !== null && (
            <Section title="Recommendations, in order">
              <Recommended result={result} listing={answer} />
            </Section>
          )}
          <Disclosure summary="Record" open={result === null}>
            {result !== null && (
              <div className="mb-6">
                <h3 className="mb-2 font-medium text-small">Limitations</h3>
                <Limitations texts={withSupport(result.limitations, support)} />
              </div>
            )}
            {run !== null && <RunRecord run={run} summary={answer.run} observation={saved.data} engines={engines} />}
          </Disclosure>
        </aside>
      </div>
    </>
  );
}

type ResultProps = { result: KeywordResult; listing: ListedAnswer; support: readonly CitationSupport[] };

function Result({ result, listing, support }: ResultProps) {
  const numbers = numbersOf(result.citations);
  const titles = new Map(result.citations.map((citation) => [citation.url, citation.title]));
  const owned = new Set(listing.cited.filter((page) => page.owned).map((page) => page.url));
  return (
    <>
      <Section title="Saved answer">
        <AnswerText result={result} />
      </Section>
      <Section title={`Cited: ${countWithNoun(numbers.size, 'page')}`} info="citation">
        <ol className="divide-y divide-line">
          {[...numbers].map(([url, number]) => (
            <li
              key={url}
              id={`source-${number}`}
              className="grid scroll-mt-8 grid-cols-[2rem_1fr] gap-x-2 py-1 text-small target:bg-accent-wash"
            >
              <span className="text-soft leading-7">{number}</span>
              <span className="min-w-0">
                <span className="one-line leading-7" title={titles.get(url) ?? undefined}>
                  <Outbound url={url} />
                  {owned.has(url) && <strong className="ml-2 font-medium text-accent">yours</strong>}
                </span>
                <SupportOfPage citations={support.filter((citation) => citation.url === url)} />
              </span>
            </li>
          ))}
        </ol>
        {numbers.size === 0 && <p className="text-soft">The answer cites no page.</p>}
        {listing.retrieved.length > 0 && (
          <details className="mt-4">
            <summary className="link inline">
              Found by search but not cited: {countWithNoun(listing.retrieved.length, 'page')}
            </summary>
            <ul className="mt-2 grid gap-1">
              {listing.retrieved.map((page) => (
                <li className="leading-7" key={page.url}>
                  <Outbound url={page.url} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </Section>
    </>
  );
}

/** Returns the limitations of an answer, with the comparison's result in place of `citation_not_verified`. */
function withSupport(texts: readonly string[], support: { limitation: string | null } | null): readonly string[] {
  const compared = support?.limitation ?? null;
  return compared === null ? texts : texts.map((text) => (text.startsWith('citation_not_verified:') ? compared : text));
}
