import { type Connector, isRow, rowsAt } from '../connector.ts';

const limit = 100_000;
/** Number of a property's daily tokens that is left for the owner's other tools. */
const minTokens = 1_000;

export const googleAnalytics: Connector = {
  kind: 'ga4',
  credential: 'google',
  scope: 'https://www.googleapis.com/auth/analytics.readonly',
  lagDays: 2,
  tables: [
    { dimension: 'day', name: 'date', header: ['Date', 'Sessions'] },
    { dimension: 'page', name: 'landingPage', header: ['Landing page', 'Sessions'] },
    { dimension: 'source', name: 'sessionSourceMedium', header: ['Session source / medium', 'Sessions'] },
  ],
  isProperty: (text) => /^\d{1,20}$/.test(text),
  request: ({ property, table, startDate, endDate, offset }) => ({
    method: 'POST',
    url: `https://analyticsdata.googleapis.com/v1beta/properties/${property}:runReport`,
    body: {
      dateRanges: [{ startDate, endDate }],
      dimensions: [{ name: table.name }],
      metrics: [{ name: 'sessions' }],
      limit: String(limit),
      offset: String(offset),
      returnPropertyQuota: true,
    },
  }),
  read(body, { offset }) {
    const rows = rowsAt(body, 'rows');
    if (rows === null || !isRow(body)) return null;
    const firstValue = (list: unknown): string => {
      const [first] = Array.isArray(list) ? list : [];
      return isRow(first) && typeof first.value === 'string' ? first.value : '';
    };
    const table = rows.map(({ dimensionValues, metricValues }) => [
      firstValue(dimensionValues),
      Number(firstValue(metricValues)),
    ]);
    const quota = isRow(body.propertyQuota) ? body.propertyQuota.tokensPerDay : null;
    const remaining = isRow(quota) && typeof quota.remaining === 'number' ? quota.remaining : minTokens;
    return {
      rows: table,
      hasMore: offset + rows.length < Number(body.rowCount ?? 0),
      isQuotaLow: remaining < minTokens,
    };
  },
};
