import { type ConnectorQuery, defineConnector, rowsAt } from '../connector.ts';

const calls = { day: 'GetRankAndTrafficStats', page: 'GetPageStats', query: 'GetQueryStats' } as const;
const heads = { day: 'Date', page: 'Page', query: 'Keyword' } as const;
const dayOfText = (text: unknown): string => {
  const ms = Number(/^\/Date\((\d+)/.exec(String(text))?.[1] ?? Number.NaN);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
};
const isWithin = (day: string, { startDate, endDate }: ConnectorQuery): boolean => day >= startDate && day <= endDate;

export const bingWebmaster = defineConnector({
  kind: 'bing-search',
  credential: 'key',
  lagDays: 3,
  dimensions: ['day', 'page', 'query'],
  // These five columns in this order would be Search Console's, so the table of days has three.
  headerOf: (dimension) =>
    dimension === 'day'
      ? [heads.day, 'Impressions', 'Clicks']
      : [heads[dimension as keyof typeof heads], 'Impressions', 'Clicks', 'Avg. Position'],
  isProperty: (text) => /^https?:\/\/\S+\/$/.test(text),
  request: ({ property, dimension }, key) => ({
    method: 'GET',
    url: `https://ssl.bing.com/webmaster/api.svc/json/${calls[dimension as keyof typeof calls]}?${new URLSearchParams({ siteUrl: property, apikey: key })}`,
  }),
  /** The API returns six months at once, by day or by week: only rows entirely inside the period are summed. */
  read(body, query) {
    const rows = rowsAt(body, 'd');
    if (rows === null) return null;
    const sums = new Map<string, { impressions: number; clicks: number; weighted: number }>();
    for (const row of rows) {
      const day = dayOfText(row.Date);
      const key = query.dimension === 'day' ? day : String(row.Query ?? '');
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
      ...(query.dimension === 'day' ? [] : [impressions === 0 ? '' : weighted / impressions]),
    ]);
    return { rows: table, hasMore: false, isQuotaLow: false };
  },
});
