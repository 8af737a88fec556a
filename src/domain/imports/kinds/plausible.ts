import { type ColumnNames, columnsNamed, defineImportKind } from '../importKind.ts';

/** Tables by file name, because all of them call their first column `name`. */
const tables: Readonly<Record<string, Pick<ColumnNames, 'dimension' | 'metrics'>>> = {
  pages: { dimension: 'page', metrics: { visits: ['visitors'], views: ['pageviews'] } },
  sources: { dimension: 'source', metrics: { visits: ['visitors'] } },
};

export const plausible = defineImportKind({
  id: 'plausible',
  label: 'Plausible',
  vendor: 'Plausible',
  header: ['name', 'visitors', 'pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth'],
  caveat: 'Visits are visitors per day. Each table is cut at 100 rows.',
  days: "the site's time zone",
  columnsOf({ file, header }) {
    const name = /(?<![a-z_])([a-z_]+)\.csv$/.exec(file.toLowerCase())?.[1] ?? '';
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    if (table !== undefined) return columnsNamed(header, { key: ['name'], ...table });
    if (name !== 'visitors') return null;
    return columnsNamed(header, {
      dimension: 'day',
      key: ['date'],
      metrics: { visits: ['visitors'], views: ['pageviews'] },
    });
  },
});
