import { type Connector, type ConnectorQuery, rowsAt } from '../connector.ts';

const figures = ['Impressions', 'Clicks', 'Avg. Position'];
const dayOfText = (text: unknown): string => {
  const ms = Number(/^\/Date\((\d+)/.exec(String(text))?.[1] ?? Number.NaN);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
};
const isWithin = (day: string, { startDate, endDate }: ConnectorQuery): boolean => day >= startDate && day <= endDate;

export const bingWebmaster: Connector = {
  kind: 'bing-search',
  credential: 'key',
  lagDays: 3,
  tables: [
    // With a fourth figure these columns would be Search Console's, so the table of days has two.
    { dimension: 'day', name: 'GetRankAndTrafficStats', header: ['Date', ...figures.slice(0, 2)] },
    { dimension: 'page', name: 'GetPageStats', header: ['Page', ...figures] },
    { dimension: 'query', name: 'GetQueryStats', header: ['Keyword', ...figures] },
  ],
  isProperty: (text) => /^https?:\/\/\S+\/$/.test(text),
  request: ({ property, table }, key) => ({
    method: 'GET',
    url: `https://ssl.bing.com/webmaster/api.svc/json/${table.name}?${new URLSearchParams({ siteUrl: property, apikey: key })}`,
  }),
  /** The API returns six months at once, by day or by week: only rows entirely inside the period are summed. */
  read(body, query) {
    const rows = rowsAt(body, 'd');
    if (rows === null) return null;
    const sums = new Map<string, { impressions: number; clicks: number; weighted: number }>();
    for (const row of rows) {
      const day = dayOfText(row.Date);
      const key = query.table.dimension === 'day' ? day : String(row.Query ?? '');
      if (!isWithin(day, query) || key === '') continue;
      const sum = sums.get(key) ?? { impressions: 0, clicks: 0, weighted: 0 };
      const impressions = Number(row.Impressions ?? 0);
      sum.impressions += impressions;
      sum.clicks += Number(row.Clicks ?? 0);
      sum.weighted += impressions * Number(row.AvgImpressionPosition ?? 0);
      sums.set(key, sum);
    }
    const table = [...sums].map(([key, { impressions, clicks, weighted }]) => [
      key,
      impressions,
      clicks,
      ...(query.table.dimension === 'day' ? [] : [impressions === 0 ? '' : weighted / impressions]),
    ]);
    return { rows: table, hasMore: false, isQuotaLow: false };
  },
};
