import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { sitesQuery } from '../../api/queries.ts';
import { declaredRivalsQuery, type RivalReport, rivalQuery, rivalsChanged } from '../../api/rivalQueries.ts';
import { integer, percent, percentRange, position, share } from '../../format/numbers.ts';
import { shortDate, Time } from '../../format/times.tsx';
import { notListedForSure } from '../../shell/answerSearch.ts';
import { RecordFailure } from '../../shell/Failures.tsx';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { DeclareRival } from './DeclareRival.tsx';

/** Shows one rival: how often it is recommended, where without us, and with which sources. */
export function RivalPage() {
  const { siteId, domain } = useParams({ from: '/inside/sites/$siteId/rivals/$domain' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const read = useQuery(rivalQuery(siteId, domain, filters));
  const entry = useQuery(declaredRivalsQuery(siteId)).data?.find((rival) => rival.domain === domain);
  const [changing, setChanging] = useState(false);
  const [part, choosePart] = useTab(['answers', 'pages'] as const, 'part');
  const navigate = useNavigate();
  const forget = useMutation({
    mutationFn: () => call('forgetRival', { id: siteId, domain }),
    onSuccess: async () => {
      await navigate({ to: '/sites/$siteId/rivals', params: { siteId }, search: (now: object) => now });
      await rivalsChanged(siteId);
    },
  });
  if (site === undefined) return null;
  if (read.isError && read.data === undefined) {
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  }
  const { data } = read;
  // The page head is built once, because a rival's figures come from the report.
  if (data === undefined) return <Skeleton className="h-96" />;
  const tabs = (
    <Tabs
      label="Parts of this page"
      value={part}
      onChange={choosePart}
      tabs={[
        { id: 'answers', name: 'Without you', count: data.withoutUs.total },
        { id: 'pages', name: 'Pages cited', count: data.sources.total },
      ]}
    />
  );
  return (
    <>
      <PageHead
        title={foreign(data.standing.name)}
        parent={
          <Link to="/sites/$siteId/rivals" params={{ siteId }} search={(now) => now} className="hover:underline">
            Rivals
          </Link>
        }
        filters={<FilterBar models={data.comparability.models} kinds={data.coverage.questionKinds} />}
        actions={
          <>
            <Button forMembers busy={forget.isPending} onClick={() => forget.mutate()}>
              Remove rival
            </Button>
            <Button forMembers onClick={() => setChanging(true)} disabled={entry === undefined}>
              Change
            </Button>
          </>
        }
      />
      <PrintedFilters />
      {forget.isError && <Failure error={forget.error} />}
      <RivalFigures data={data} />
      {part === 'answers' ? (
        <DataTable
          parts={tabs}
          label="Recommended without you"
          name={`${domain}-without-us`}
          noun="answer"
          rows={data.withoutUs.rows}
          keyOf={({ runId }) => runId}
          searchText={({ question }) => question}
          columns={answerColumns(siteId)}
        />
      ) : (
        <DataTable
          parts={tabs}
          label="Pages cited"
          name={`${domain}-sources`}
          noun="page"
          rows={data.sources.rows}
          keyOf={({ url }) => url}
          searchText={({ url, title }) => `${url} ${title ?? ''}`}
          columns={sourceColumns(domain)}
        />
      )}
      {entry !== undefined && (
        <DeclareRival open={changing} siteId={siteId} known={entry} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

/** Shows the three figures of a rival in one line. */
function RivalFigures({ data: { standing, positions, withoutUs } }: { data: RivalReport }) {
  const answersOf = { names: standing.domain };
  const answers = (text: string, count: number) => (
    <AnswersLink find={answersOf} count={count} className="hover:underline">
      {text}
    </AnswersLink>
  );
  return (
    <Figures>
      <Figure name="Recommended" figure={answers(percent(standing.rate), standing.appearances)}>
        {percentRange(standing.interval95)} · {integer(standing.appearances)}/{integer(standing.answers)} ·{' '}
        <AnswersLink
          find={{ ...answersOf, listing: notListedForSure }}
          count={withoutUs.total}
          className="hover:underline"
        >
          {integer(withoutUs.total)} without you
        </AnswersLink>
      </Figure>
      <Figure
        name="Share among rivals"
        info="shareOfVoice"
        figure={answers(share(standing.shareAmongRivals), standing.appearances)}
      >
        {share(standing.share)} of all domains
      </Figure>
      <Figure name="Position" info="position" figure={answers(position(positions.value), positions.listed)}>
        {positions.min === null ? '' : `${integer(positions.min)}–${integer(positions.max)} · `}
        {integer(positions.listed)} listed
      </Figure>
    </Figures>
  );
}

const ownWords = { not_listed: 'Not listed', unknown: 'Unclear' };

type WithoutUs = RivalReport['withoutUs']['rows'][number];

function answerColumns(siteId: string): Column<WithoutUs>[] {
  return [
    {
      id: 'question',
      name: 'Question',
      value: ({ question }) => question,
      cell: ({ caseId, question }) => (
        <Link
          to="/sites/$siteId/questions/$questionId"
          params={{ siteId, questionId: caseId }}
          title={question}
          className="one-line hover:underline sm:text-body"
        >
          <bdi>{question}</bdi>
        </Link>
      ),
    },
    {
      id: 'position',
      name: 'Position',
      right: true,
      value: (row) => row.position,
      cell: (row) => <ReadAs text={`at position ${integer(row.position)}`}>{integer(row.position)}</ReadAs>,
    },
    {
      id: 'you',
      name: 'You',
      from: 'sm',
      value: ({ ownStatus }) => ownStatus,
      cell: ({ ownStatus }) => <Status of={ownStatus} word={ownWords[ownStatus]} />,
    },
    {
      id: 'answered',
      name: 'Answered',
      right: true,
      value: ({ observedAt }) => observedAt,
      file: { Answered: ({ observedAt }) => observedAt, Run: ({ runId }) => runId },
      cell: ({ runId, observedAt }) => (
        <Link to="/answers/$runId" params={{ runId }} className="text-soft hover:underline">
          {observedAt === null ? 'Open' : <Time iso={observedAt} shown={shortDate(observedAt)} />}
        </Link>
      ),
    },
  ];
}

type Source = RivalReport['sources']['rows'][number];

function sourceColumns(rival: string): Column<Source>[] {
  return [
    {
      id: 'url',
      name: 'Page',
      value: ({ url }) => url,
      file: { Page: ({ url }) => url, Title: ({ title }) => title },
      cell: ({ url, title, owned }) => (
        <span className="one-line" title={title ?? undefined}>
          <Outbound url={url} />
          {owned && <span className="text-accent"> yours</span>}
        </span>
      ),
    },
    {
      id: 'answers',
      name: 'Answers',
      right: true,
      value: ({ answers }) => answers,
      cell: ({ url, answers }) => (
        <AnswersLink find={{ names: rival, page: url }} count={answers} className="hover:underline">
          {integer(answers)}
        </AnswersLink>
      ),
    },
    {
      id: 'name',
      name: 'Cited for it',
      right: true,
      from: 'sm',
      value: ({ atName }) => atName,
      cell: ({ atName }) => integer(atName),
    },
    {
      id: 'you',
      name: 'Lists you',
      right: true,
      value: ({ withUs }) => withUs,
      cell: ({ withUs }) => integer(withUs),
    },
  ];
}
