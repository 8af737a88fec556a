import { defineConnector, rowsAt } from '../connector.ts';

const rowLimit = 25_000;
const names = { day: 'date', page: 'page', query: 'query' } as const;
const heads = { day: 'Date', page: 'Top pages', query: 'Top queries' } as const;

export const googleSearchConsole = defineConnector({
  kind: 'search-console',
  credential: 'google',
  scope: 'https://www.googleapis.com/auth/webmasters.readonly',
  lagDays: 3,
  dimensions: ['day', 'page', 'query'],
  headerOf: (dimension) => [heads[dimension as keyof typeof heads], 'Clicks', 'Impressions', 'CTR', 'Position'],
  isProperty: (text) => /^(?:sc-domain:[\w.-]+|https?:\/\/\S+\/)$/.test(text),
  request: ({ property, dimension, startDate, endDate, offset }) => ({
    method: 'POST',
    url: `https://searchconsole.googleapis.com/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`,
    body: {
      startDate,
      endDate,
      dimensions: [names[dimension as keyof typeof names]],
      type: 'web',
      dataState: 'final',
      rowLimit,
      startRow: offset,
    },
  }),
  read(body) {
    const rows = rowsAt(body, 'rows');
    if (rows === null) return null;
    const table = rows.flatMap(({ keys, clicks, impressions, ctr, position }) =>
      Array.isArray(keys) && typeof keys[0] === 'string'
        ? [[keys[0], Number(clicks), Number(impressions), `${(100 * Number(ctr)).toFixed(2)}%`, Number(position)]]
        : [],
    );
    return { rows: table, hasMore: rows.length === rowLimit, isQuotaLow: false };
  },
});
