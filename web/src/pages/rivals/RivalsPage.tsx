import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { type RivalStanding, type RivalVisibility, rivalsChanged, rivalsQuery } from '../../api/rivalQueries.ts';
import { DifferenceTrack } from '../../charts/DifferenceTrack.tsx';
import { IntervalTrack } from '../../charts/IntervalTrack.tsx';
import { countWithNoun, integer, percentRange, position, share, unknownMark } from '../../format/numbers.ts';
import { pWords, signed } from '../../format/tests.ts';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { DeclareRival } from './DeclareRival.tsx';

const times100 = (interval: { lower: number; upper: number } | null) =>
  interval === null ? null : { lower: interval.lower * 100, upper: interval.upper * 100 };

/** Comparison of rivals with the website. */
export function RivalsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const read = useQuery(rivalsQuery(siteId, filters));
  const [declaring, setDeclaring] = useState(false);
  if (site === undefined) return null;
  const { data } = read;
  return (
    <>
      <PageHead
        title="Rivals"
        info="rivals"
        filters={<FilterBar models={data?.comparability.models ?? []} kinds={data?.coverage.questionKinds ?? null} />}
        primary={
          <Button forMembers kind="primary" onClick={() => setDeclaring(true)}>
            Add rival
          </Button>
        }
      />
      <PrintedFilters />
      {data !== undefined && <Shares data={data} />}
      <Freshness query={read} />
      {read.isError && data === undefined && <Failure error={read.error} retry={() => void read.refetch()} />}
      {data === undefined ? (
        !read.isError && <Skeleton className="h-96" />
      ) : (
        <>
          {data.rivals.length === 0 ? (
            <Empty title="No rivals yet">
              Add your competitors, or choose from the domains below. Charts then include them, and a second share of
              voice counts only you and them.
            </Empty>
          ) : (
            <DataTable
              label="Rivals"
              name={`${site.domain}-rivals`}
              noun="rival"
              rows={data.rivals}
              keyOf={({ domain }) => domain}
              searchText={({ domain, name }) => `${name} ${domain}`}
              columns={columnsOf(site)}
            />
          )}
          <Suggestions data={data} site={site} />
        </>
      )}
      <DeclareRival open={declaring} siteId={siteId} onClose={() => setDeclaring(false)} />
    </>
  );
}

/** Shows both shares of voice in one line, each with its basis. */
function Shares({ data }: { data: RivalVisibility }) {
  const { shareOfVoice: all, shareAmongRivals: among } = data;
  return (
    <Figures>
      {among !== null && (
        <Share name={`You among ${countWithNoun(among.rivals, 'rival')}`} of={among} domain={data.website.domain} />
      )}
      <Share name="You among all domains" of={all} domain={data.website.domain} />
    </Figures>
  );
}

type ShareProps = { name: string; of: RivalVisibility['shareOfVoice']; domain: string };

function Share({ name, of: { value, numerator, denominator, interval95 }, domain }: ShareProps) {
  return (
    <Figure
      name={name}
      info="shareOfVoice"
      figure={
        <AnswersLink find={{ names: domain }} count={numerator} className="hover:underline">
          {share(value)}
        </AnswersLink>
      }
    >
      {interval95 !== null && `${percentRange(times100(interval95))} · `}
      {integer(numerator)}/{integer(denominator)}
    </Figure>
  );
}

function verdictText({ verdict, adjustedP }: RivalStanding): string {
  if (verdict === 'insufficient_data') return 'Too few differing answers';
  if (verdict === 'no_detectable_difference') return 'No detectable difference';
  return `${verdict === 'own_listed_more' ? 'You are' : 'They are'} recommended more (${pWords(adjustedP)})`;
}

function columnsOf(site: Website): Column<RivalStanding>[] {
  return [
    {
      id: 'rival',
      name: 'Rival',
      value: ({ name }) => name,
      file: { Rival: ({ name }) => name, Domain: ({ domain }) => domain },
      cell: ({ name, domain }) => (
        <Link
          to="/sites/$siteId/rivals/$domain"
          params={{ siteId: site.id, domain }}
          search={(now) => now}
          title={domain}
          className="one-line min-w-28 hover:underline sm:text-body"
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'rate',
      name: 'Recommended in',
      value: ({ rate }) => rate,
      file: {
        'Recommended %': ({ rate }) => rate,
        'Lower 95 %': ({ interval95 }) => interval95?.lower ?? null,
        'Upper 95 %': ({ interval95 }) => interval95?.upper ?? null,
        Answers: ({ appearances }) => appearances,
        'Of answers': ({ answers }) => answers,
      },
      cell: ({ domain, appearances, answers, rate, interval95 }) => (
        <span className="flex max-w-56 items-center gap-3">
          <AnswersLink find={{ names: domain }} count={appearances} className="shrink-0 hover:underline">
            <ReadAs
              text={`${integer(appearances)} of ${countWithNoun(answers, 'answer')}`}
            >{`${integer(appearances)}/${integer(answers)}`}</ReadAs>
          </AnswersLink>
          <span className="w-28 max-md:hidden">
            <IntervalTrack bare label="Recommended" value={rate} interval={interval95} />
          </span>
        </span>
      ),
    },
    {
      id: 'among',
      name: 'Share among rivals',
      right: true,
      from: 'sm',
      value: ({ shareAmongRivals }) => shareAmongRivals,
      file: {
        'Share among you and rivals': ({ shareAmongRivals }) => shareAmongRivals,
        'Share of all': (row) => row.share,
      },
      cell: ({ domain, appearances, shareAmongRivals }) => (
        <AnswersLink find={{ names: domain }} count={appearances} className="hover:underline">
          {share(shareAmongRivals)}
        </AnswersLink>
      ),
    },
    {
      id: 'position',
      name: 'Average position',
      right: true,
      from: 'md',
      value: ({ averagePosition }) => averagePosition,
      cell: ({ domain, appearances, averagePosition }) => (
        <AnswersLink find={{ names: domain }} count={appearances} className="hover:underline">
          {position(averagePosition)}
        </AnswersLink>
      ),
    },
    {
      id: 'difference',
      name: 'You minus them',
      from: 'lg',
      value: ({ difference }) => difference,
      file: {
        'Your lead, points': ({ difference }) => difference,
        'Only you': ({ onlyOwn }) => onlyOwn,
        'Paired answers': ({ paired }) => paired,
        'p, corrected': ({ adjustedP }) => adjustedP,
        Verdict: ({ verdict }) => verdict,
      },
      cell: (row) => (
        <span className="flex items-center gap-3" title={verdictText(row)}>
          <span className="w-32">
            <DifferenceTrack label="You minus them" value={row.difference} interval={row.differenceInterval95} />
          </span>
          <span className="w-16 text-right">
            <span aria-hidden="true">{signs[row.verdict]} </span>
            {row.difference === null ? unknownMark : signed(row.difference)}
            <span className="sr-only">. {verdictText(row)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'without',
      name: 'Only the rival',
      right: true,
      from: 'lg',
      value: ({ onlyRival }) => onlyRival,
      file: { 'Only they': ({ onlyRival }) => onlyRival },
      cell: ({ domain, onlyRival }) => (
        <AnswersLink find={{ names: domain, listing: 'not_listed' }} count={onlyRival} className="hover:underline">
          {integer(onlyRival)}
        </AnswersLink>
      ),
    },
  ];
}

const signs: Record<RivalStanding['verdict'], string> = {
  own_listed_more: '▲',
  rival_listed_more: '▼',
  no_detectable_difference: '≈',
  insufficient_data: '≈',
};

/** Lists domains named in answers, to be declared as a rival or dismissed with one click. */
function Suggestions({ data, site }: { data: RivalVisibility; site: Website }) {
  const declare = useMutation({
    mutationFn: (domain: string) => call('declareRival', { id: site.id, domain }),
    onSuccess: () => rivalsChanged(site.id),
  });
  const dismiss = useMutation({
    mutationFn: (domain: string) =>
      call('changeSite', { id: site.id, settledDomains: [...(site.settledDomains ?? []), domain] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await rivalsChanged(site.id);
    },
  });
  if (data.suggestions.length === 0) return null;
  const isBusy = declare.isPending || dismiss.isPending;
  return (
    <Section title="Named often, not declared">
      {declare.isError && <Failure error={declare.error} />}
      {dismiss.isError && <Failure error={dismiss.error} />}
      <ul className="divide-y divide-line">
        {data.suggestions.map(({ domain, appearances, answers, averagePosition }) => (
          <li key={domain} data-row className="flex min-h-9 flex-wrap items-center gap-x-4">
            <bdi className="one-line min-w-32 flex-1 max-sm:text-small">{domain}</bdi>
            <span className="w-14 shrink-0 text-right text-small">
              <AnswersLink find={{ names: domain }} count={appearances} className="hover:underline">
                <ReadAs
                  text={`${integer(appearances)} of ${countWithNoun(answers, 'answer')}`}
                >{`${integer(appearances)}/${integer(answers)}`}</ReadAs>
              </AnswersLink>
            </span>
            <span className="w-24 shrink-0 text-right text-small text-soft max-sm:hidden">
              position {position(averagePosition)}
            </span>
            <span className="screen-only flex flex-wrap gap-1">
              <Button
                forMembers
                small
                disabled={isBusy}
                onClick={() => declare.mutate(domain)}
                aria-label={`Rival: ${domain}`}
              >
                Rival
              </Button>
              <Button
                forMembers
                small
                kind="quiet"
                disabled={isBusy}
                onClick={() => dismiss.mutate(domain)}
                aria-label={`Dismiss: ${domain}`}
              >
                Dismiss
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
