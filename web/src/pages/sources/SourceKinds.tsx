import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type SourcesByKind, sourceKindsQuery } from '../../api/visibilityQueries.ts';
import { countWithNoun, integer, percent } from '../../format/numbers.ts';
import { sourceKindNames } from '../../format/sourceKinds.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';
import { KindWeeks } from './KindWeeks.tsx';

type Domain = SourcesByKind['domains']['rows'][number];

/** Rows of a list before the reader asks for all. */
const maxRows = 10;

/** Kinds of cited pages over time, new and lost pages, and pages that cite only rivals. */
export function SourceKinds({ siteId }: { siteId: string }) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const report = useQuery(sourceKindsQuery(siteId, filters));
  const { data } = report;
  if (report.isError && data === undefined) return <Failure error={report.error} retry={() => void report.refetch()} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  if (data.answers === 0) return null;
  const before = periodBefore(data.window);
  const most = Math.max(1, ...data.kinds.map(({ citations }) => citations));
  return (
    <>
      <Section
        title="Kinds of sources"
        note={
          <>
            Based on the latest answer of each question:{' '}
            <AnswersLink find={{ listing: showsAnswer }} count={data.answers}>
              {countWithNoun(data.answers, 'answer')}
            </AnswersLink>
            .{' '}
            {data.declaredRivals > 0
              ? `Rivals are the ${countWithNoun(data.declaredRivals, 'rival')} that you declared`
              : 'No rival is declared, so other domains that these answers recommend count as rivals'}
            ; shops, forums, video and editorial pages are identified by a list of domains.
          </>
        }
        actions={
          <SaveCsv
            name="source-kinds"
            head={['Kind', 'Citations', 'Share', 'Domains', 'Answers']}
            rows={() =>
              data.kinds.map((row) => [sourceKindNames[row.kind], row.citations, row.share, row.domains, row.answers])
            }
          />
        }
      >
        <ul className="grid gap-2">
          {data.kinds.map((row) => (
            <li key={row.kind} className="grid items-center gap-x-4 sm:grid-cols-[10rem_1fr_auto]">
              <span className={row.kind === 'own' ? 'font-medium' : ''}>{sourceKindNames[row.kind]}</span>
              <svg aria-hidden="true" viewBox="0 0 300 10" preserveAspectRatio="none" className="h-2.5 w-full">
                <rect
                  width={(300 * row.citations) / most}
                  height="10"
                  fill={row.kind === 'own' ? 'var(--accent)' : 'var(--other)'}
                />
              </svg>
              <span className="text-small tabular-nums sm:text-right">
                {row.share === null ? '–' : percent(100 * row.share)}
                <span className="text-soft">
                  : {countWithNoun(row.citations, 'citation')} in{' '}
                  <AnswersLink find={{ kind: row.kind }} count={row.answers}>
                    {countWithNoun(row.answers, 'answer')}
                  </AnswersLink>
                </span>
              </span>
            </li>
          ))}
        </ul>
        {data.weeks.length > 1 && <KindWeeks weeks={data.weeks} isDeclared={data.declaredRivals > 0} />}
      </Section>
      <Section
        title="Cites rivals but not you"
        info="gapPages"
        actions={
          data.rivalsNotUs.total > 0 && (
            <AnswersLink
              find={{ kind: 'rival', notOurs: true, listing: showsAnswer }}
              count={data.rivalsNotUs.total}
              className={buttonLook('plain', true)}
            >
              All {countWithNoun(data.rivalsNotUs.total, 'answer')}
            </AnswersLink>
          )
        }
      >
        {data.rivalsNotUs.total === 0 ? (
          <p className="text-soft">No latest answer cites a rival without citing you.</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.rivalsNotUs.rows.slice(0, maxRows).map((row) => (
              <li key={row.runId} className="py-2">
                <Link to="/answers/$runId" params={{ runId: row.runId }} className="link">
                  <Clamped text={row.question} />
                </Link>
                <span className="block text-small text-soft">
                  cites <bdi>{row.rivals.join(', ')}</bdi>
                </span>
              </li>
            ))}
          </ul>
        )}
        {data.rivalsNotUs.total > maxRows && (
          <p className="mt-2 text-small text-soft">
            {maxRows} of {integer(data.rivalsNotUs.total)}.
          </p>
        )}
      </Section>
      <Section title="New and gone" info="newAndGone">
        {data.newDomains === null || data.goneDomains === null ? (
          <p className="text-soft">Choose dates to compare with the previous period.</p>
        ) : (
          <div className="grid gap-6 md:grid-cols-2">
            <Domains title="New" list={data.newDomains} counted={(row) => row.answers} />
            <Domains
              title="Gone"
              {...(before === null ? {} : { before })}
              list={data.goneDomains}
              counted={(row) => row.answersBefore ?? 0}
            />
          </div>
        )}
      </Section>
    </>
  );
}

const dayMs = 86_400_000;

/** Returns the previous dates of the same length; null if the dates are open. */
function periodBefore({ startDate, endDate }: SourcesByKind['window']): { from: string; to: string } | null {
  if (startDate === null || endDate === null) return null;
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: dateOf(start - (end - start) - dayMs), to: dateOf(start - dayMs) };
}

function Domains(props: {
  title: string;
  /** Dates of the previous period, for pages that are no longer cited. */
  before?: { from: string; to: string };
  list: { total: number; rows: readonly Domain[] };
  counted(row: Domain): number;
}) {
  const { title, before, list, counted } = props;
  return (
    <div>
      <h3 className="font-medium">
        {title} ({integer(list.total)})
      </h3>
      {list.total === 0 && <p className="text-soft">None</p>}
      <ul className="divide-y divide-line">
        {list.rows.slice(0, maxRows).map((row) => (
          <li key={row.domain} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-small">
            <span className="min-w-0">
              <AnswersLink
                find={{ cites: row.domain, ...(row.answers > 0 ? {} : (before ?? {})) }}
                count={counted(row)}
              >
                <bdi>{row.domain}</bdi>
              </AnswersLink>{' '}
              <span className="text-soft">{sourceKindNames[row.kind]}</span>
            </span>
            <span className="text-soft tabular-nums">
              {countWithNoun(counted(row), 'answer')}, {countWithNoun(row.questionIds.length, 'question')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
