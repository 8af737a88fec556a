import { fractionOf } from '../simulator/seededChoice.ts';

const dayMs = 86_400_000;
const pages = ['/', '/pricing', '/features', '/compare', '/blog/choosing-a-crm', '/help/import', '/customers'];
const searched = [
  'best crm for small teams',
  'crm with email automation',
  'how to choose a crm for a startup',
  'simple crm for freelancers',
  'crm pricing compared',
  'what is a sales pipeline',
  'crm alternative to spreadsheets',
  'open source crm vs hosted crm',
  'which crm works offline on a phone',
  'crm for nonprofits free plan',
];

/** A vendor's table, and the days that it is about. */
type DemoFile = { name: string; text: string; startDate: string; endDate: string };

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Creates a year of exports, one of each table for each of 12 months. */
export function demoFiles(domain: string, untilMs: number): DemoFile[] {
  const months = Array.from({ length: 12 }, (_, index) => untilMs - (12 - index) * 30 * dayMs);
  return months.flatMap((fromMs) => filesOfMonth(domain, fromMs));
}

function filesOfMonth(domain: string, fromMs: number): DemoFile[] {
  const days = Array.from({ length: 30 }, (_, index) => dateOf(fromMs + index * dayMs));
  const [startDate = '', endDate = ''] = [days[0], days.at(-1)];
  const chance = (what: string): number => fractionOf(`demo import ${what} ${startDate}`);
  const count = (what: string, most: number): number => 1 + Math.floor(most * chance(what));
  const addresses = pages.map((page) => `https://${domain}${page}`);
  const searchRows = (what: string, keys: readonly string[]) =>
    keys.map((key, index) => {
      const impressions = Math.ceil((4_000 * (0.4 + chance(`${what} ${key}`))) / (index + 1));
      return [key, Math.ceil(impressions / 40), impressions, '2.5%', (2 + index + chance(key)).toFixed(1)];
    });
  const searchesByDay = days.map((day) => [
    ...[day, count(`clicks ${day}`, 30), 400 + count(`impressions ${day}`, 900), '3%', '7.4'],
  ]);
  const citedByDay = days.map((day) => [day, count(day, 40), count(`pages ${day}`, 6)]);
  const cited = addresses.map((page, index) => [page, Math.ceil((300 * (0.5 + chance(page))) / (index + 1))]);
  const visited = pages.map((page, at) => [page, Math.ceil(2_000 / (at + 1)), Math.ceil(1_500 / (at + 1))]);
  // As GA4 states it; without it, every month's file would be the same.
  const period = [startDate, endDate].map((day) => day.replaceAll('-', '')).join('-');
  const figures = 'Clicks,Impressions,CTR,Position';
  const tables: [name: string, header: string, rows: (string | number)[][]][] = [
    ['AIPerformanceOverviewStats', 'Date,Citations,Cited Pages', citedByDay],
    ['AIPageStatsReport', 'Page,Citations', cited],
    ['Chart', `Date,${figures}`, searchesByDay],
    ['Queries', `Top queries,${figures}`, searchRows('query', searched)],
    ['Pages', `Top pages,${figures}`, searchRows('page', addresses)],
    ['Landing-page', `# ${period}\n\nLanding page,Sessions,Active users`, visited],
  ];
  return tables.map(([name, header, rows]) => ({
    ...{ name: `${name}-${endDate}.csv`, startDate, endDate },
    text: [header, ...rows.map((row) => row.join(','))].join('\n'),
  }));
}
