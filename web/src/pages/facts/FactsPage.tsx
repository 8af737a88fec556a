import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { factQuotesQuery, factsQuery } from '../../api/sourceQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer, share } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { factColumns, pageColumns, quoteColumns } from './factColumns.tsx';
import { NewFact } from './NewFact.tsx';
import { groupQuotes } from './quoteGroups.ts';

const parts = ['quotes', 'facts', 'pages'] as const;

/** Shows the owner's facts, and the sentences of answers for and against them. */
export function FactsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const facts = useQuery(factsQuery(siteId));
  const board = useQuery(factQuotesQuery(siteId));
  const engines = useQuery(enginesQuery).data ?? [];
  const [adding, setAdding] = useState(false);
  const [part, choosePart] = useTab(parts, 'part');
  if (site === undefined) return null;
  const failed = [facts, board].find((query) => query.isError && query.data === undefined);
  const list = facts.data?.facts ?? [];
  const names = new Map(list.map(({ id, name }) => [id, name]));
  const tabs = (
    <Tabs
      label="Parts of this page"
      value={part}
      onChange={choosePart}
      tabs={[
        { id: 'quotes', name: 'Quotes', count: board.data?.quotes.length },
        { id: 'facts', name: 'Fact sheet', count: facts.data?.facts.length },
        { id: 'pages', name: 'Cited pages', count: board.data?.pages.length },
      ]}
    />
  );
  return (
    <>
      <PageHead
        title="Facts"
        info="facts"
        primary={
          <Button forMembers kind="primary" onClick={() => setAdding(true)}>
            Add fact
          </Button>
        }
      />
      {failed !== undefined && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {facts.data === undefined || board.data === undefined ? (
        failed === undefined && <Skeleton className="h-96" />
      ) : list.length === 0 ? (
        <Empty title="No facts yet">State a price, a number, a date or a feature, and the page that states it.</Empty>
      ) : (
        <>
          <Standing board={board.data.wrong} answers={board.data.answers} />
          {part === 'quotes' ? (
            <DataTable
              parts={tabs}
              label="Quotes about your facts"
              name={`${site.domain}-fact-quotes`}
              noun="quote"
              rows={groupQuotes(board.data.quotes)}
              keyOf={({ key }) => key}
              searchText={({ sentence }) => sentence}
              columns={quoteColumns(siteId, names, shortNames(engines))}
            />
          ) : part === 'facts' ? (
            <DataTable
              parts={tabs}
              label="Fact sheet"
              name={`${site.domain}-facts`}
              noun="fact"
              rows={list}
              keyOf={({ id }) => id}
              searchText={({ name, versions }) => `${name} ${versions[0]?.value ?? ''}`}
              columns={factColumns}
            />
          ) : (
            <DataTable
              parts={tabs}
              label="Cited pages that state a value"
              name={`${site.domain}-fact-pages`}
              noun="page"
              rows={board.data.pages}
              keyOf={({ pageId, factId, excerpt }) => `${pageId} ${factId} ${excerpt}`}
              searchText={({ url, value }) => `${url} ${value}`}
              columns={pageColumns(names)}
            />
          )}
        </>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add fact">
        <NewFact siteId={siteId} onClose={() => setAdding(false)} />
      </Dialog>
    </>
  );
}

type Wrong = { wrong: number; decided: number; undecided: number; share: number | null };

function Standing({ board, answers }: { board: Wrong; answers: number }) {
  return (
    <Figures>
      <Figure name="Against your facts" info="factVerdict" figure={share(board.share)}>
        {integer(board.wrong)}/{countWithNoun(board.decided, 'decided quote')}
      </Figure>
      <Figure name="To decide" figure={integer(board.undecided)}>
        of {countWithNoun(answers, 'answer')}
      </Figure>
    </Figures>
  );
}
