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

/** A vendor's file in the form of its export. */
export type DemoFile = { name: string; text: string; startDate?: string; endDate?: string };

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Creates a year of exports: 12 months of Bing and GA4 by day, and the last month by page and query. */
export function demoFiles(domain: string, untilMs: number): DemoFile[] {
  const files: DemoFile[] = [];
  for (let month = 12; month >= 1; month -= 1) {
    const [from, to] = [untilMs - month * 30 * dayMs, untilMs - (month - 1) * 30 * dayMs - dayMs];
    files.push(...filesOfMonth(domain, from, to));
  }
  return files;
}

function filesOfMonth(domain: string, from: number, to: number): DemoFile[] {
  const dates = { startDate: dateOf(from), endDate: dateOf(to) };
  const chance = (what: string): number => fractionOf(`demo import ${what} ${dates.startDate}`);
  const days: string[] = [];
  for (let at = from; at <= to; at += dayMs) days.push(dateOf(at));
  const count = (what: string, most: number): number => 1 + Math.floor(most * chance(what));
  const citations = days.map((day) => {
    const [year, month, date] = day.split('-').map(Number);
    return `"${month}/${date}/${year} 12:00:00 AM","${count(day, 40)}","${count(`pages ${day}`, 6)}"`;
  });
  const searches = days.map((day) => [
    day,
    count(`clicks ${day}`, 30),
    400 + count(`impressions ${day}`, 900),
    '3%',
    '7.4',
  ]);
  const rows = (what: string, keys: readonly string[]) =>
    keys.map((key, index) => {
      const impressions = Math.ceil((4_000 * (0.4 + chance(`${what} ${key}`))) / (index + 1));
      return [key, Math.ceil(impressions / 40), impressions, '2.5%', (2 + index + chance(key)).toFixed(1)];
    });
  const addresses = pages.map((page) => `https://${domain}${page}`);
  const performance = (first: string, table: readonly (readonly (string | number)[])[]): string =>
    [`${first},Clicks,Impressions,CTR,Position`, ...table.map((row) => row.join(','))].join('\n');
  return [
    {
      name: `${domain}_AIPerformanceOverviewStats_${dates.endDate}.csv`,
      text: ['"Date","Citations","Cited Pages"', ...citations].join('\r\n'),
    },
    {
      name: `${domain}_AIPageStatsReport_${dates.endDate}.csv`,
      text: [
        '"Page","Citations"',
        ...addresses.map((page, index) => `"${page}","${Math.ceil((300 * (0.5 + chance(page))) / (index + 1))}"`),
      ].join('\r\n'),
      ...dates,
    },
    { name: `Chart-${dates.endDate}.csv`, text: performance('Date', searches) },
    { name: `Queries-${dates.endDate}.csv`, text: performance('Top queries', rows('query', searched)), ...dates },
    { name: `Pages-${dates.endDate}.csv`, text: performance('Top pages', rows('page', addresses)), ...dates },
    {
      name: `Landing-page-${dates.endDate}.csv`,
      text: [
        '# Landing page',
        `# Start date: ${dates.startDate.replaceAll('-', '')}`,
        `# End date: ${dates.endDate.replaceAll('-', '')}`,
        '',
        'Landing page,Sessions,Active users',
        ...pages.map((page, index) => `${page},${Math.ceil(2_000 / (index + 1))},${Math.ceil(1_500 / (index + 1))}`),
      ].join('\n'),
    },
  ];
}
