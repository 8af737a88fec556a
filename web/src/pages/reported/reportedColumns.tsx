import { Link } from '@tanstack/react-router';
import type { OwnerImport, OwnerPage, OwnerQuery } from '../../api/importQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { integer, position, unknownMark } from '../../format/numbers.ts';
import { day, shortAgo, Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { importKindNames } from '../../words/importKinds.ts';
import type { Notion } from '../../words/notions.ts';

type Row = { figures: OwnerPage['figures'] };
type Metric = keyof OwnerPage['figures'][string];

/** Kinds of imports with visits from all sources, and those from assistants only. */
const analytics = ['ga4', 'plausible', 'umami', 'matomo', 'clarity'];

const findFigure = ({ figures }: Row, sources: readonly string[], metric: Metric): number | null =>
  sources.map((source) => figures[source]?.[metric] ?? null).find((value) => value !== null) ?? null;

function figureColumn<T extends Row>(
  name: string,
  sources: readonly string[],
  metric: Metric,
  more: Partial<Column<T>> = {},
): Column<T> {
  const value = (row: T): number | null => findFigure(row, sources, metric);
  const show = metric === 'position' ? position : quietZero;
  return { id: `${sources[0]}-${metric}`, name, right: true, value, cell: (row) => show(value(row)), ...more };
}

/** A zero is quieter than a count. */
const quietZero = (value: number | null) => <span className={value === 0 ? 'text-soft' : ''}>{integer(value)}</span>;

const text = (value: string) => (
  <span className="one-line sm:text-body">
    <bdi>{value}</bdi>
  </span>
);

const count = (
  id: string,
  name: string,
  value: (row: OwnerPage) => number | null,
  info: Notion,
  from?: 'sm' | 'md' | 'lg',
): Column<OwnerPage> => ({
  id,
  name,
  right: true,
  info,
  value,
  cell: (row) => quietZero(value(row)),
  ...(from === undefined ? {} : { from }),
});

type Source = { id: string; label: string; caveat: string };

const mayWords = { yes: 'yes', no: 'no' };

/**
 * Returns columns of vendors whose files were imported, each with the vendor's limits in its head, and columns of our
 * own records.
 */
export function ownerPageColumns(sources: readonly Source[], rows: readonly OwnerPage[]): Column<OwnerPage>[] {
  const vendorColumn = (
    name: string,
    ids: readonly string[],
    metric: Metric,
    more: Partial<Column<OwnerPage>> = {},
  ): Column<OwnerPage>[] => {
    const own = sources.filter(({ id }) => ids.includes(id));
    if (own.length === 0) return [];
    const about = own.map(({ id, label, caveat }) => (
      <p key={id}>
        {label}: {caveat}
      </p>
    ));
    return [figureColumn<OwnerPage>(name, ids, metric, { info: 'vendorFigure', about, ...more })];
  };
  // A phone has room for one vendor next to our own citations.
  const onPhone = ['bing-ai', 'search-console-ai', 'search-console'].find((id) => sources.some((one) => one.id === id));
  const engineColumn = (name: string, id: string, metric: Metric): Column<OwnerPage>[] => {
    if (id !== onPhone) return vendorColumn(name, [id], metric, { from: 'sm' });
    const most = Math.max(0, ...rows.map((row) => findFigure(row, [id], metric) ?? 0));
    const cell = (row: OwnerPage) => {
      const value = findFigure(row, [id], metric);
      return value === null ? (
        unknownMark
      ) : (
        <CountBar part={value} of={most}>
          {quietZero(value)}
        </CountBar>
      );
    };
    return vendorColumn(name, [id], metric, { right: false, cell });
  };
  return [
    { id: 'page', name: 'Page', value: ({ page }) => page, cell: ({ page }) => text(page) },
    {
      id: 'readable',
      name: 'May be read',
      from: 'md',
      info: 'mayBeRead',
      value: ({ mayBeRead }) => (mayBeRead === null ? null : mayBeRead ? 'yes' : 'no'),
      cell: ({ mayBeRead }) =>
        mayBeRead === null ? (
          unknownMark
        ) : (
          <Link
            from="/sites/$siteId"
            to="/sites/$siteId/website"
            className={`hover:underline ${mayBeRead ? 'text-soft' : 'text-caution'}`}
          >
            {mayBeRead ? mayWords.yes : mayWords.no}
          </Link>
        ),
    },
    {
      id: 'reads',
      name: 'Was read',
      from: 'sm',
      info: 'read',
      value: ({ lastReadAt }) => lastReadAt,
      // Requests of several crawlers are never summed.
      cell: ({ reads, lastReadAt }) =>
        reads === null ? (
          unknownMark
        ) : lastReadAt === null ? (
          <span className="text-soft">no reads</span>
        ) : (
          <Link
            from="/sites/$siteId"
            to="/sites/$siteId/crawlers"
            search={{ part: 'pages' }}
            className="hover:underline"
          >
            <Time iso={lastReadAt} shown={shortAgo(lastReadAt)} />
          </Link>
        ),
    },
    count('cited', 'Cited', ({ cited }) => cited, 'citedInAnswers'),
    ...engineColumn('Google AI views', 'search-console-ai', 'impressions'),
    ...engineColumn('Google views', 'search-console', 'impressions'),
    ...engineColumn('Copilot cites', 'bing-ai', 'citations'),
    ...vendorColumn('Visits', analytics, 'visits', { from: 'md', info: 'ownerVisits' }),
    ...vendorColumn('From assistants (GA4)', ['ga4-assistants'], 'visits', { from: 'lg' }),
    count('logged', 'From assistants', ({ loggedVisits }) => loggedVisits, 'assistantVisits', 'lg'),
  ];
}

export const ownerQueryColumns: Column<OwnerQuery>[] = [
  { id: 'query', name: 'Query', value: ({ query }) => query, cell: ({ query }) => text(query) },
  figureColumn('Impressions (Google)', ['search-console'], 'impressions'),
  figureColumn('Position (Google)', ['search-console'], 'position', { from: 'md' }),
  figureColumn('Citations (Microsoft)', ['bing-ai'], 'citations'),
  {
    id: 'question',
    name: 'Saved question',
    from: 'sm',
    value: ({ question }) => question?.match ?? null,
    cell: ({ question }) =>
      question === null ? unknownMark : question.match === 'same_text' ? 'same text' : 'same words',
  },
  {
    id: 'searches',
    name: 'Searched by engines',
    from: 'md',
    right: true,
    value: ({ searches }) => searches,
    cell: ({ searches }) => integer(searches),
  },
];

const kindName = (kind: string): string => importKindNames[kind as keyof typeof importKindNames] ?? kind;

export const ownerImportColumns: Column<OwnerImport>[] = [
  { id: 'file', name: 'File', value: ({ name }) => name, cell: ({ name }) => text(name) },
  { id: 'kind', name: 'Kind', from: 'sm', value: ({ kind }) => kindName(kind), cell: ({ kind }) => kindName(kind) },
  {
    id: 'days',
    name: 'Days',
    from: 'md',
    value: ({ startDate }) => startDate,
    cell: ({ startDate, endDate }) =>
      startDate === null || endDate === null ? 'not stated' : `${day(startDate)} – ${day(endDate)}`,
  },
  {
    id: 'rows',
    name: 'Rows',
    right: true,
    value: ({ counts }) => counts.figures,
    cell: ({ counts }) => integer(counts.figures),
  },
  {
    id: 'imported',
    name: 'Imported',
    value: ({ importedAt }) => importedAt,
    cell: ({ importedAt }) => <Time iso={importedAt} />,
  },
];
