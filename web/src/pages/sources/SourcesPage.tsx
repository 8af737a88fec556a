import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { CitedUrl, PromptVisibility, TopCitations } from '../../../../src/contract/wireTypes.ts';
import { sitesQuery } from '../../api/queries.ts';
import { citationsQuery, overviewQuery, promptsQuery } from '../../api/visibilityQueries.ts';
import { MatrixDrawing } from '../../charts/MatrixDrawing.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { type MatrixColumn, type MatrixRow, SourceMatrix } from '../../charts/SourceMatrix.tsx';
import { countWithNoun, integer, percent, share } from '../../format/numbers.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { CountedKinds } from '../../shell/CountedKinds.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Later } from '../../ui/Later.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { SourceKinds } from './SourceKinds.tsx';

const maxColumns = 16;

/** Which pages do the answers rest on? */
export function SourcesPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const citations = useQuery(citationsQuery(siteId, filters));
  const prompts = useQuery(promptsQuery(siteId, filters));
  const overview = useQuery(overviewQuery(siteId, filters));
  if (site === undefined) return null;
  const { data } = citations;
  const integrity = overview.data?.citationIntegrity;
  const concentration = overview.data?.sourceConcentration;
  return (
    <>
      <PageHead title="Which pages do the answers rest on?">
        {data === undefined ? (
          !citations.isError && <Skeleton className="h-6 w-96 max-w-full" />
        ) : (
          <p>
            {countWithNoun(data.totals.citations, 'citation')} of {countWithNoun(data.totals.urls, 'page')} on{' '}
            {countWithNoun(data.totals.domains, 'domain')}; {countWithNoun(data.totals.ownedCitations, 'citation')} of
            your own pages.
            {concentration?.topFiveShare != null &&
              ` The five most cited domains supply ${share(concentration.topFiveShare)}.`}
          </p>
        )}
      </PageHead>
      {data !== undefined && data.totals.citations > 0 && (
        <div className="-mt-4 mb-6">
          <HowComputed
            formula="A page counts once for each answer that cites it, over the latest completed answer of each question in this period. Pages are compared without tracking parameters and fragments."
            counts={`${countWithNoun(data.totals.citations, 'citation')}, of them ${integer(data.totals.ownedCitations)} of your own pages = ${share(data.totals.ownedCitations / data.totals.citations)}`}
            notes={['A page is yours when it lies on your domain, on a domain alias or under a registered address.']}
            answers={data.coverage.questionsAnswered}
            find={{ listing: showsAnswer }}
            behind={`The ${countWithNoun(data.coverage.questionsAnswered, 'answer')} that it is counted over`}
          />
        </div>
      )}
      <FilterBar models={data?.comparability.models ?? []} sources />
      <CountedKinds kinds={data?.coverage.questionKinds ?? null} />
      <Freshness query={citations} />
      {citations.isError && data === undefined && (
        <Failure error={citations.error} retry={() => void citations.refetch()} />
      )}
      {data === undefined ? (
        !citations.isError && <Skeleton className="h-96" />
      ) : data.totals.citations === 0 && data.retrievedOnly.total === 0 ? (
        <Empty title="No sources in this period">
          Answers that search the web cite pages. Ask your questions, or choose other dates, and the pages appear here
          with the questions they serve.
        </Empty>
      ) : (
        <>
          {prompts.isError && prompts.data === undefined ? (
            <Failure error={prompts.error} retry={() => void prompts.refetch()} />
          ) : prompts.data === undefined ? (
            <Skeleton className="h-64" />
          ) : (
            <Matrix citations={data} prompts={prompts.data} name={site.domain} />
          )}
          <Section
            title="Pages"
            note={`${data.citations.total > data.citations.rows.length ? `The ${integer(data.citations.rows.length)} most cited of ${countWithNoun(data.citations.total, 'page')}. ` : ''}A page counts once an answer. Citations say what the engine returned; whether a page supports the sentence was not checked.`}
          >
            <DataTable
              label="Cited pages"
              name={`${site.domain}-sources`}
              noun="page"
              usual="-answers"
              rows={data.citations.rows}
              keyOf={(row) => row.url}
              searchText={(row) => `${row.url} ${row.title ?? ''}`}
              columns={pageColumns(data.coverage.questionsAnswered)}
            />
          </Section>
          <Later>
            <SourceKinds siteId={siteId} />
          </Later>
          {data.retrievedOnly.rows.length > 0 && (
            <Section
              title="Found but not cited"
              note="Pages that the searches of these answers returned and no answer cites."
              actions={
                <SaveCsv
                  name={`${site.domain}-found-not-cited`}
                  head={['Page', 'Answers']}
                  rows={() => data.retrievedOnly.rows.map((row) => [row.url, row.retrievedOnly])}
                />
              }
            >
              <ul className="grid gap-1">
                {data.retrievedOnly.rows.slice(0, 20).map((row) => (
                  <li key={row.url} className="flex flex-wrap justify-between gap-x-6">
                    <Outbound url={row.url} />
                    <span className="text-small text-soft">
                      returned for{' '}
                      <AnswersLink find={{ returned: row.url, listing: showsAnswer }} count={row.retrievedOnly}>
                        {countWithNoun(row.retrievedOnly, 'answer')}
                      </AnswersLink>
                    </span>
                  </li>
                ))}
              </ul>
              {data.retrievedOnly.total > 20 && (
                <p className="mt-2 text-small text-soft">and {integer(data.retrievedOnly.total - 20)} more</p>
              )}
            </Section>
          )}
          {integrity !== undefined && integrity.mentions > 0 && (
            <Section title="How reliable the links are">
              <ul className="measure grid gap-1 text-soft">
                <li>
                  {percent((integrity.citedMentionShare ?? 0) * 100)} of{' '}
                  {countWithNoun(integrity.mentions, 'recommendation')} carry a citation of their own.
                </li>
                <li>
                  {countWithNoun(integrity.dropped, 'link')} named by answers were removed, because no search had
                  returned them.
                </li>
                <li>
                  {integrity.noSearchShare === 0
                    ? 'Every answer that states it made a search.'
                    : `${share(integrity.noSearchShare)} of the answers were made without a search.`}
                </li>
              </ul>
            </Section>
          )}
        </>
      )}
    </>
  );
}

function Matrix({ citations, prompts, name }: { citations: TopCitations; prompts: PromptVisibility; name: string }) {
  const rows: MatrixRow[] = prompts.questions.rows.flatMap((row) =>
    row.runId === null ? [] : [{ caseId: row.caseId, question: row.question, runId: row.runId }],
  );
  const columns: MatrixColumn[] = citations.domains.rows.slice(0, maxColumns).map((found) => ({
    domain: found.domain,
    owned: found.owned,
    runIds: new Set(found.runIds),
  }));
  if (rows.length === 0 || columns.length === 0) return null;
  const title = 'Questions by sources';
  const note = `Filled when the latest answer cites the domain; yours in the accent. ${citations.domains.total > columns.length ? `The ${columns.length} most cited of ${countWithNoun(citations.domains.total, 'domain')}.` : ''}`;
  return (
    <Section
      title={title}
      note={note}
      actions={
        <>
          <SaveCsv
            name={`${name}-matrix`}
            head={['Question', ...columns.map((column) => column.domain)]}
            rows={() =>
              rows.map((row) => [row.question, ...columns.map((column) => (column.runIds.has(row.runId) ? 1 : 0))])
            }
          />
          <SavePng
            name={`${name}-matrix`}
            draw={() =>
              pngOfDrawing(
                <MatrixDrawing rows={rows} columns={columns} />,
                `${title}, ${name}`,
                `${note} ${windowWords(citations)}`,
              )
            }
          />
        </>
      }
    >
      <SourceMatrix rows={rows} columns={columns} />
    </Section>
  );
}

/** The dates of a report, for a picture that leaves the page. */
function windowWords({ window, simulated }: TopCitations): string {
  const dates = window.startDate === null ? 'All dates' : `${window.startDate} – ${window.endDate ?? ''}, UTC`;
  return `${dates}${simulated ? '; simulated answers' : ''}.`;
}

function pageColumns(answers: number): Column<CitedUrl>[] {
  return [
    {
      id: 'url',
      name: 'Page',
      value: (row) => row.url,
      cell: (row) => (
        <span className="block min-w-48 max-w-[36rem]">
          <Outbound url={row.url} />
          {row.title !== null && <bdi className="block truncate text-small text-soft">{row.title}</bdi>}
        </span>
      ),
    },
    {
      id: 'owned',
      name: 'Owner',
      from: 'sm',
      value: (row) => (row.owned ? 'yours' : 'other'),
      cell: (row) =>
        row.owned ? (
          <strong className="font-medium text-accent">yours</strong>
        ) : (
          <span className="text-soft">other</span>
        ),
    },
    {
      id: 'answers',
      name: 'Answers',
      right: true,
      value: (row) => row.answers,
      file: { Answers: (row) => row.answers, 'Answers in all': () => answers },
      cell: (row) => (
        <AnswersLink find={{ page: row.url }} count={row.answers} className="whitespace-nowrap hover:underline">
          {integer(row.answers)} of {integer(answers)}
        </AnswersLink>
      ),
    },
    {
      id: 'questions',
      name: 'Questions',
      right: true,
      from: 'md',
      value: (row) => row.questions,
      cell: (row) => (
        <AnswersLink find={{ page: row.url }} count={row.answers} className="hover:underline">
          {integer(row.questions)}
        </AnswersLink>
      ),
    },
  ];
}
