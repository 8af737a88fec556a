import type { AssistantVisits, BotRow, LogImport } from '../../api/crawlerQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { integer } from '../../format/numbers.ts';
import { shortAgo, shortDate, Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { roleNames } from './roleNames.ts';

const dash = <span className="text-soft">–</span>;

/** A zero is quieter than a count. */
const quietZero = (value: number) => <span className={value === 0 ? 'text-soft' : ''}>{integer(value)}</span>;

const lastRead: Column<BotRow> = {
  id: 'last',
  name: 'Last read',
  from: 'md',
  value: ({ lastReadAt }) => lastReadAt,
  cell: ({ lastReadAt }) => (lastReadAt === null ? dash : <Time iso={lastReadAt} shown={shortAgo(lastReadAt)} />),
};

const number = (
  id: string,
  name: string,
  value: (row: BotRow) => number,
  more: Partial<Column<BotRow>> = {},
): Column<BotRow> => ({ id, name, right: true, value, cell: (row) => quietZero(value(row)), ...more });

/** @param maxReads reads of the first row, to scale the bars */
export function botColumns(maxReads: number): Column<BotRow>[] {
  return [
    {
      id: 'crawler',
      name: 'Crawler',
      value: ({ key }) => key,
      cell: ({ key, vendor }) => (
        <span className="one-line sm:text-body">
          {key} <span className="text-small text-soft">{vendor}</span>
        </span>
      ),
    },
    {
      id: 'role',
      name: 'Role',
      from: 'sm',
      info: 'botRoles',
      value: ({ role }) => role,
      cell: ({ role }) => (role === null ? null : roleNames[role]),
    },
    {
      id: 'reads',
      name: 'Reads',
      info: 'read',
      value: ({ reads }) => reads,
      cell: ({ reads }) => (
        <CountBar part={reads} of={maxReads}>
          {integer(reads)}
        </CountBar>
      ),
    },
    number('pages', 'Pages', ({ pages }) => pages, { from: 'sm' }),
    number('blocked', 'Refused', ({ blocked }) => blocked, { from: 'md' }),
    number('forged', 'Forged', ({ requests }) => requests.falseClaim, { info: 'forged' }),
    number('unproven', 'Unproven', ({ requests }) => requests.unverifiable, { from: 'md', info: 'unproven' }),
    lastRead,
  ];
}

/** Lists a page's crawlers by name: their requests are never summed. */
export const pageColumns: Column<BotRow>[] = [
  {
    id: 'page',
    name: 'Page',
    value: ({ key }) => key,
    cell: ({ key }) => (
      <span className="one-line sm:text-body">
        <bdi>{key}</bdi>
      </span>
    ),
  },
  {
    id: 'crawlers',
    name: 'Read by',
    info: 'read',
    value: ({ crawlers }) => crawlers.length,
    file: { 'Read by': ({ crawlers }) => crawlers.join(' ') },
    cell: ({ crawlers, sitemap }) =>
      crawlers.length > 0 ? (
        <span className="block max-w-40 truncate xl:max-w-64" title={crawlers.join(', ')}>
          {crawlers.join(', ')}
        </span>
      ) : sitemap === null ? (
        dash
      ) : (
        'no reads'
      ),
  },
  number('blocked', 'Refused', ({ blocked }) => blocked, { from: 'sm' }),
  lastRead,
  {
    id: 'changed',
    name: 'Changed',
    from: 'lg',
    value: ({ sitemap }) => sitemap?.changedAt ?? '',
    cell: ({ sitemap }) =>
      sitemap?.changedAt == null ? dash : <Time iso={sitemap.changedAt} shown={shortDate(sitemap.changedAt)} />,
  },
  {
    id: 'after',
    name: 'First read after change',
    from: 'md',
    info: 'afterChange',
    value: ({ sitemap }) => sitemap?.firstReadAfterAt ?? '',
    cell: ({ sitemap }) =>
      sitemap?.firstReadAfterAt == null ? (
        dash
      ) : (
        <Time iso={sitemap.firstReadAfterAt} shown={shortDate(sitemap.firstReadAfterAt)} />
      ),
  },
];

type Visit = AssistantVisits['rows'][number];

export const visitColumns: Column<Visit>[] = [
  {
    id: 'page',
    name: 'Landing page',
    value: ({ key }) => key,
    cell: ({ key }) => (
      <span className="one-line sm:text-body">
        <bdi>{key === 'other' ? 'Pages with fewer than 3 visits a day' : key}</bdi>
      </span>
    ),
  },
  {
    id: 'visits',
    name: 'Visits (minimum)',
    right: true,
    info: 'assistantVisits',
    value: ({ visits }) => visits,
    cell: ({ visits }) => integer(visits),
  },
  { id: 'paid', name: 'Paid', from: 'sm', right: true, value: ({ paid }) => paid, cell: ({ paid }) => integer(paid) },
];

export const importColumns: Column<LogImport>[] = [
  {
    id: 'file',
    name: 'File',
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className="one-line sm:text-body">
        <bdi>{name}</bdi>
      </span>
    ),
  },
  { id: 'format', name: 'Format', from: 'md', value: ({ format }) => format, cell: ({ format }) => format },
  {
    id: 'lines',
    name: 'Lines',
    right: true,
    value: ({ counts }) => counts.lines,
    cell: ({ counts }) => integer(counts.lines),
  },
  {
    id: 'claims',
    name: 'Crawlers',
    right: true,
    value: ({ counts }) => counts.claims,
    cell: ({ counts }) => integer(counts.claims),
  },
  {
    id: 'dropped',
    name: 'Dropped',
    from: 'sm',
    right: true,
    info: 'droppedLines',
    value: ({ counts }) => counts.dropped,
    cell: ({ counts }) => integer(counts.dropped),
  },
  {
    id: 'unreadable',
    name: 'Unreadable',
    from: 'md',
    right: true,
    value: ({ counts }) => counts.unreadable,
    cell: ({ counts }) => integer(counts.unreadable),
  },
  {
    id: 'imported',
    name: 'Imported',
    value: ({ importedAt }) => importedAt,
    cell: ({ importedAt }) => <Time iso={importedAt} />,
  },
];
