import { columnsNamed, defineImportKind } from '../importKind.ts';

type Metric = { metricName?: unknown; information?: unknown };

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const clarity = defineImportKind({
  id: 'clarity',
  label: 'Microsoft Clarity',
  vendor: 'Microsoft',
  header: ['totalSessionCount', 'totalBotSessionCount', 'Url'],
  caveat: 'Visits are sessions of the last 1 to 3 days before the export, without those that Clarity takes for bots.',
  days: 'UTC',
  columnsOf: ({ header }) =>
    columnsNamed(header, { dimension: 'page', key: ['url'], metrics: { visits: ['totalsessioncount'] } }) ??
    columnsNamed(header, { dimension: 'source', key: ['source'], metrics: { visits: ['totalsessioncount'] } }),
  /** `[{"metricName":"Traffic","information":[{"totalSessionCount":"12","Url":"…"}]}]` of the data export. */
  rowsOfJson(value) {
    if (!Array.isArray(value)) return null;
    const traffic = value.find((metric: Metric | null) => metric?.metricName === 'Traffic') as Metric | undefined;
    if (traffic === undefined || !Array.isArray(traffic.information)) return null;
    const rows = traffic.information.filter(isRow);
    const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return [header, ...rows.map((row) => header.map((name) => String(row[name] ?? '')))];
  },
});
