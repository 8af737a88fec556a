import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { TopCitations } from '../../../../src/contract/wireTypes.ts';
import { sitesQuery } from '../../api/queries.ts';
import { citationsQuery, overviewQuery, promptsQuery } from '../../api/visibilityQueries.ts';
import { countWithNoun, integer, percent, share } from '../../format/numbers.ts';
import { standingsOfSources } from '../../report/sourcesToWin.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { QuestionMatrix } from './QuestionMatrix.tsx';
import { SourceGaps } from './SourceGaps.tsx';
import { SourceKinds } from './SourceKinds.tsx';
import { domainColumns, foundColumns, pageColumns } from './sourceColumns.tsx';

const parts = ['gaps', 'domains', 'pages', 'kinds', 'matrix', 'found'] as const;

/** Pages and domains that answers cite: first the pages to win, then the rest. */
export function SourcesPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const citations = useQuery(citationsQuery(siteId, filters));
  const prompts = useQuery(promptsQuery(siteId, filters));
  const [part, choosePart] = useTab(parts, 'part');
  if (site === undefined) return null;
  const { data } = citations;
  const tabs = (
    <Tabs
      label="Parts of this page"
      value={part}
      onChange={choosePart}
      tabs={[
        { id: 'gaps', name: 'Gaps' },
        { id: 'domains', name: 'Domains', count: data?.domains.total },
        { id: 'pages', name: 'Pages', count: data?.citations.total },
        { id: 'kinds', name: 'Kinds' },
        { id: 'matrix', name: 'Questions × domains' },
        { id: 'found', name: 'Not cited', count: data?.retrievedOnly.total },
      ]}
    />
  );
  const answers = data?.coverage.questionsAnswered ?? 0;
  const failed = [citations, prompts].find((query) => query.isError && query.data === undefined);
  return (
    <>
      <PageHead
        title="Sources"
        info="sources"
        filters={
          <FilterBar models={data?.comparability.models ?? []} sources kinds={data?.coverage.questionKinds ?? null} />
        }
      />
      <PrintedFilters />
      <Freshness query={citations} />
      {part !== 'gaps' &&
        (part === 'kinds' || part === 'matrix' || data === undefined || prompts.data === undefined) && (
          <div className="mb-2 min-h-8">{tabs}</div>
        )}
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {part === 'gaps' ? (
        <SourceGaps siteId={siteId} name={site.domain} tabs={tabs} />
      ) : part === 'kinds' ? (
        <SourceKinds siteId={siteId} />
      ) : data === undefined || prompts.data === undefined ? (
        failed === undefined && <Skeleton className="h-[40rem]" />
      ) : data.totals.citations === 0 && data.retrievedOnly.total === 0 ? (
        <Empty title="No sources in this period">
          Answers that search the web cite pages. Ask your questions, or choose other dates, and the pages appear here
          with their questions.
        </Empty>
      ) : part === 'domains' ? (
        <DataTable
          parts={tabs}
          label="Cited domains"
          name={`${site.domain}-source-domains`}
          noun="domain"
          rows={standingsOfSources(data.domains.rows, prompts.data.questions.rows)}
          keyOf={({ domain }) => domain}
          searchText={({ domain }) => domain}
          columns={domainColumns(answers)}
        />
      ) : part === 'pages' ? (
        <DataTable
          parts={tabs}
          label="Cited pages"
          name={`${site.domain}-sources`}
          noun="page"
          usual="-answers"
          rows={data.citations.rows}
          keyOf={({ url }) => url}
          searchText={(row) => `${row.url} ${row.title ?? ''}`}
          columns={pageColumns(answers)}
        />
      ) : part === 'matrix' ? (
        <QuestionMatrix citations={data} prompts={prompts.data} name={site.domain} />
      ) : (
        <DataTable
          parts={tabs}
          label="Found but not cited"
          name={`${site.domain}-found-not-cited`}
          noun="page"
          usual="-answers"
          rows={data.retrievedOnly.rows}
          keyOf={({ url }) => url}
          searchText={({ url }) => url}
          columns={foundColumns}
        />
      )}
      {data !== undefined && data.totals.citations > 0 && <Totals siteId={siteId} data={data} />}
    </>
  );
}

/** Shows the totals of the page's citations, and the reliability of their links. */
function Totals({ siteId, data: { totals, coverage } }: { siteId: string; data: TopCitations }) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const overview = useQuery(overviewQuery(siteId, filters)).data;
  const integrity = overview?.citationIntegrity;
  return (
    <div className="mt-3">
      <HowComputed
        formula="A page counts once for each answer that cites it, over the latest completed answer of each question in this period. Pages are compared without tracking parameters and fragments."
        counts={`${countWithNoun(totals.citations, 'citation')}, of them ${integer(totals.ownedCitations)} of your own pages = ${share(totals.ownedCitations / totals.citations)}`}
        notes={[
          'A page is yours if it is on your domain, a domain alias or a registered address.',
          ...(integrity === undefined || integrity.mentions === 0
            ? []
            : [
                `${percent((integrity.citedMentionShare ?? 0) * 100)} of ${countWithNoun(integrity.mentions, 'recommendation')} have their own citation. ${countWithNoun(integrity.dropped, 'link')} were removed, because no search had returned them.`,
                integrity.noSearchShare === 0
                  ? 'Every answer whose provider reports searches made one.'
                  : `${share(integrity.noSearchShare)} of the answers were made without a search.`,
              ]),
        ]}
        answers={coverage.questionsAnswered}
        find={{ listing: showsAnswer }}
        behind={`The ${countWithNoun(coverage.questionsAnswered, 'answer')} counted`}
      />
    </div>
  );
}
