import { type Connector, rowsAt } from '../connector.ts';

const rowLimit = 25_000;
const figures = ['Clicks', 'Impressions', 'CTR', 'Position'];

export const googleSearchConsole: Connector = {
  kind: 'search-console',
  credential: 'google',
  scope: 'https://www.googleapis.com/auth/webmasters.readonly',
  lagDays: 3,
  tables: [
    { dimension: 'day', name: 'date', header: ['Date', ...figures] },
    { dimension: 'page', name: 'page', header: ['Top pages', ...figures] },
    { dimension: 'query', name: 'query', header: ['Top queries', ...figures] },
  ],
  isProperty: (text) => /^(?:sc-domain:[\w.-]+|https?:\/\/\S+\/)$/.test(text),
  request: ({ property, table, startDate, endDate, offset }) => ({
    method: 'POST',
    url: `https://searchconsole.googleapis.com/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`,
    body: {
      startDate,
      endDate,
      dimensions: [table.name],
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
};
