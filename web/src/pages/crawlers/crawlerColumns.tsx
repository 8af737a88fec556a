import type { AssistantVisits, BotRow, LogImport } from '../../api/crawlerQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';

const lastRead: Column<BotRow> = {
  id: 'last',
  name: 'Last read',
  from: 'md',
  value: ({ lastReadAt }) => lastReadAt,
  cell: ({ lastReadAt }) => (lastReadAt === null ? <span className="text-soft">–</span> : <Time iso={lastReadAt} />),
};

const number = (
  id: string,
  name: string,
  value: (row: BotRow) => number,
  more: Partial<Column<BotRow>> = {},
): Column<BotRow> => ({ id, name, right: true, value, cell: (row) => integer(value(row)), ...more });

/** @param maxReads reads of the first row, for the bars */
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
    { id: 'role', name: 'Role', from: 'sm', value: ({ role }) => role, cell: ({ role }) => role },
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

/** @param maxReads reads of the first row, for the bars */
export function pageColumns(maxReads: number): Column<BotRow>[] {
  return [
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
    number('search', 'Search', ({ readsByRole }) => readsByRole.search, { from: 'sm', info: 'botRoles' }),
    number('user', 'User', ({ readsByRole }) => readsByRole.user, { from: 'sm' }),
    number('training', 'Training', ({ readsByRole }) => readsByRole.training, { from: 'md' }),
    number('blocked', 'Refused', ({ blocked }) => blocked, { from: 'md' }),
    lastRead,
  ];
}

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
    name: 'Visits, at least',
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
