import type { SeoReport } from '../../../../src/contract/wireTypes.ts';
import { BandBars } from '../../charts/BandBars.tsx';
import { Picture } from '../../charts/Picture.tsx';
import type { Cell } from '../../format/files.ts';
import { aboutDollars, compactNumber, integer } from '../../format/numbers.ts';
import { day, Time, utc } from '../../format/times.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';
import { Limitations } from '../answer/RunRecord.tsx';

/** Cost stated by a provider's sandbox, which is never charged. */
export function formatCost({ source }: SeoReport, usd: number | null): string {
  if (usd === null) return 'cost unknown';
  return source.sandbox ? `${aboutDollars(usd)} stated, not charged` : aboutDollars(usd);
}

export function Report({ report, isSimulated }: { report: SeoReport; isSimulated: boolean }) {
  const { overview } = report;
  const bands = (['1', '2-3', '4-10', '11-20', '21-100'] as const).map((band) => ({
    name: band.replace('-', '–'),
    count: overview?.positions[band] ?? null,
  }));
  return (
    <>
      <Section
        title={foreign(report.domain)}
        note={
          <>
            {isSimulated && <span className="font-medium text-caution">Simulated · </span>}
            <Time iso={report.completedAt ?? report.requestedAt} /> · {report.source.provider}
            {report.source.sandbox ? ' (sandbox)' : ''} · {formatCost(report, report.costUsd)}
          </>
        }
        actions={
          overview !== null && (
            <SaveCsv name={`${report.domain}-overview`} head={['Figure', 'Value']} rows={() => figuresOf(report)} />
          )
        }
      >
        {report.state === 'pending' && (
          <div className="mb-6">
            <Notice tone="caution" title="Pending">
              The outcome of a call is not known yet. Sightline is checking and never sends the call again.
            </Notice>
          </div>
        )}
        {overview === null ? (
          <p className="text-soft">The overview has no figures. See the limitations below.</p>
        ) : (
          <>
            <Figures>
              <Figure name="Organic keywords" figure={integer(overview.organicKeywords)}>
                {integer(overview.new)} new · {integer(overview.up)} up · {integer(overview.down)} down ·{' '}
                {integer(overview.lost)} lost
              </Figure>
              <Figure name="Estimated visits a month" figure={compactNumber(overview.organicTrafficEstimate)} />
              <Figure name="Value in ads" figure={aboutDollars(overview.organicTrafficValueUsd)} />
              <Figure name="Paid keywords" figure={integer(overview.paidKeywords)} />
              {report.backlinks !== null && <Backlinks links={report.backlinks} />}
            </Figures>
            <h3 className="mb-2 font-medium text-small text-soft">Keywords by search position</h3>
            <Picture
              name={`${report.domain}-positions`}
              title={`${report.domain}: keywords by search position`}
              note={`As of ${utc(report.completedAt ?? report.requestedAt)}, ${report.source.provider}${report.source.sandbox ? ', sandbox data' : ''}`}
              head={['Search position', 'Keywords']}
              rows={bands.map((band) => [band.name, band.count])}
            >
              <BandBars bands={bands} />
            </Picture>
          </>
        )}
      </Section>
      {report.rankedKeywords !== null && report.rankedKeywords.length > 0 && (
        <Section title="Ranked keywords">
          <DataTable
            label="Ranked keywords by position"
            name={`${report.domain}-keywords`}
            noun="keyword"
            usual="position"
            rows={report.rankedKeywords}
            keyOf={(row) => `${row.keyword} ${row.url ?? ''} ${row.position ?? ''}`}
            searchText={(row) => `${row.keyword} ${row.url ?? ''}`}
            columns={keywordColumns}
          />
        </Section>
      )}
      <Disclosure summary="Calls and limitations" className="mb-4">
        <ul className="mb-4 grid gap-1">
          {report.calls.map((created) => (
            <li key={created.name} className="text-small">
              <code className="font-mono">{created.name}</code>: {created.state.replaceAll('_', ' ')},{' '}
              {formatCost(report, created.costUsd)}
              {created.error === null ? '' : ` (${created.error})`}
            </li>
          ))}
        </ul>
        <Limitations texts={report.limitations} />
      </Disclosure>
    </>
  );
}

/** Returns the figures of an overview as one table, with their source and time. */
function figuresOf({ overview, backlinks, ...report }: SeoReport): Cell[][] {
  const { positions, ...counts } = overview ?? { positions: {} };
  return [
    ['domain', report.domain],
    ['provider', report.source.provider],
    ['sandbox', report.source.sandbox ? 'yes' : 'no'],
    ['completedAt', report.completedAt],
    ...Object.entries(counts),
    ...Object.entries(positions).map(([band, count]): Cell[] => [`keywords at ${band}`, count]),
    ...Object.entries(backlinks ?? {}),
    ['costUsd', report.costUsd],
  ];
}

function Backlinks({ links }: { links: NonNullable<SeoReport['backlinks']> }) {
  return (
    <>
      <Figure name="Links" figure={integer(links.backlinks)}>
        {integer(links.brokenBacklinks)} broken
      </Figure>
      <Figure name="Referring domains" figure={integer(links.referringDomains)}>
        {links.firstSeenAt !== null && <>since {day(links.firstSeenAt)}</>}
      </Figure>
      <Figure name="Provider’s rank" figure={integer(links.rank)}>
        of 1,000
      </Figure>
    </>
  );
}

type Keyword = NonNullable<SeoReport['rankedKeywords']>[number];

const keywordColumns: readonly Column<Keyword>[] = [
  { id: 'keyword', name: 'Keyword', value: (row) => row.keyword, cell: (row) => row.keyword },
  {
    id: 'position',
    name: 'Search position',
    right: true,
    value: (row) => row.position,
    cell: (row) => integer(row.position),
  },
  {
    id: 'volume',
    name: 'Searches a month',
    right: true,
    from: 'sm',
    value: (row) => row.searchVolume,
    cell: (row) => integer(row.searchVolume),
  },
  {
    id: 'cpc',
    name: 'Cost per click',
    right: true,
    from: 'lg',
    value: (row) => row.cpcUsd,
    cell: (row) => aboutDollars(row.cpcUsd),
  },
  {
    id: 'url',
    name: 'Page',
    from: 'md',
    value: (row) => row.url,
    cell: (row) => (row.url === null ? '–' : <Outbound url={row.url} />),
  },
];
