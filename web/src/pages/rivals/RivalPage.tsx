import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { sitesQuery } from '../../api/queries.ts';
import { declaredRivalsQuery, type RivalReport, rivalQuery, rivalsChanged } from '../../api/rivalQueries.ts';
import { countWithNoun, integer, percent, percentRange, position, share } from '../../format/numbers.ts';
import { shortDate, Time } from '../../format/times.tsx';
import { notListedForSure } from '../../shell/answerSearch.ts';
import { RecordFailure } from '../../shell/Failures.tsx';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { DeclareRival } from './DeclareRival.tsx';

/** Shows one rival: how often it is recommended, where without us, and with which sources. */
export function RivalPage() {
  const { siteId, domain } = useParams({ from: '/inside/sites/$siteId/rivals/$domain' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const read = useQuery(rivalQuery(siteId, domain, filters));
  const entry = useQuery(declaredRivalsQuery(siteId)).data?.find((rival) => rival.domain === domain);
  const [changing, setChanging] = useState(false);
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
  // The head is built once: its figures for a rival come from the report.
  if (data === undefined) return <Skeleton className="h-96" />;
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
      <WithoutUs data={data} siteId={siteId} />
      <Sources data={data} />
      {entry !== undefined && (
        <DeclareRival open={changing} siteId={siteId} known={entry} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

/** The three figures of a rival in one line. */
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

function WithoutUs({ data: { withoutUs, standing }, siteId }: { data: RivalReport; siteId: string }) {
  return (
    <Section
      title="Recommended without you"
      actions={
        withoutUs.total > 0 && (
          <SaveCsv
            name={`${standing.domain}-without-us`}
            head={['Question', 'Position', 'You', 'Answered', 'Run']}
            rows={() =>
              withoutUs.rows.map((row) => [row.question, row.position, row.ownStatus, row.observedAt, row.runId])
            }
          />
        )
      }
    >
      {withoutUs.total === 0 ? (
        <p className="text-soft">Every answer that recommends it lists you too.</p>
      ) : (
        <ul className="divide-y divide-line">
          {withoutUs.rows.map((row) => (
            <li key={row.runId} data-row className="flex min-h-9 items-center gap-x-4">
              <Link
                to="/sites/$siteId/questions/$questionId"
                params={{ siteId, questionId: row.caseId }}
                title={row.question}
                className="one-line min-w-0 flex-1 text-small hover:underline sm:text-body"
              >
                <bdi>{row.question}</bdi>
              </Link>
              <span className="w-8 shrink-0 text-right text-small" title={`Its position: ${integer(row.position)}`}>
                <ReadAs text={`at position ${integer(row.position)}`}>{integer(row.position)}</ReadAs>
              </span>
              <span className="shrink-0 text-small max-sm:hidden">
                <Status of={row.ownStatus} word={ownWords[row.ownStatus]} />
              </span>
              <Link
                to="/answers/$runId"
                params={{ runId: row.runId }}
                className="inline-flex min-h-6 w-16 items-center justify-end text-small text-soft hover:underline"
              >
                {row.observedAt === null ? 'Open' : <Time iso={row.observedAt} shown={shortDate(row.observedAt)} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Rest total={withoutUs.total} shown={withoutUs.rows.length} />
    </Section>
  );
}

/** Pages before the rest is left to the file. */
const maxShown = 20;

const ownWords = { not_listed: 'you: not listed', unknown: 'you: undecided' };

function Sources({ data: { sources, standing } }: { data: RivalReport }) {
  return (
    <Section
      title="Pages cited"
      info="citation"
      actions={
        sources.total > 0 && (
          <SaveCsv
            name={`${standing.domain}-sources`}
            head={['Page', 'Title', 'Answers', 'Cited for it', 'Answers that list you']}
            rows={() => sources.rows.map((row) => [row.url, row.title, row.answers, row.atName, row.withUs])}
          />
        )
      }
    >
      {sources.total === 0 ? (
        <p className="text-soft">These answers cite no page.</p>
      ) : (
        <ol className="divide-y divide-line">
          {sources.rows.slice(0, maxShown).map((row) => (
            <li key={row.url} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
              <span className="min-w-0">
                <Outbound url={row.url} />
                {row.title !== null && <bdi className="block truncate text-small text-soft">{row.title}</bdi>}
              </span>
              <span className="text-small text-soft">
                {row.owned && <strong className="mr-2 font-medium text-accent">yours</strong>}
                <AnswersLink find={{ names: standing.domain, page: row.url }} count={row.answers}>
                  {countWithNoun(row.answers, 'answer')}
                </AnswersLink>
                {row.atName > 0 && `, ${integer(row.atName)} cited for it`}
                {row.withUs === 0 ? ', never where you are listed' : `; ${integer(row.withUs)} with you`}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Rest total={sources.total} shown={Math.min(maxShown, sources.rows.length)} />
    </Section>
  );
}

function Rest({ total, shown }: { total: number; shown: number }) {
  if (total <= shown) return null;
  return (
    <p className="mt-2 text-small text-soft">
      The first {integer(shown)} of {integer(total)}; the file lists up to 200.
    </p>
  );
}
