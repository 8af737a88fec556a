import { defineConnector, isRow, rowsAt } from '../connector.ts';

const limit = 100_000;
/** Number of a property's daily tokens that is left for the owner's other tools. */
const minTokens = 1_000;
const names = { day: ['date'], page: ['landingPage'], source: ['sessionSourceMedium'] } as const;
const heads = { day: 'Date', page: 'Landing page', source: 'Session source / medium' } as const;

export const googleAnalytics = defineConnector({
  kind: 'ga4',
  credential: 'google',
  scope: 'https://www.googleapis.com/auth/analytics.readonly',
  lagDays: 2,
  dimensions: ['day', 'page', 'source'],
  headerOf: (dimension) => [heads[dimension as keyof typeof heads], 'Sessions'],
  isProperty: (text) => /^\d{1,20}$/.test(text),
  request: ({ property, dimension, startDate, endDate, offset }) => ({
    method: 'POST',
    url: `https://analyticsdata.googleapis.com/v1beta/properties/${property}:runReport`,
    body: {
      dateRanges: [{ startDate, endDate }],
      dimensions: names[dimension as keyof typeof names].map((name) => ({ name })),
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
});
