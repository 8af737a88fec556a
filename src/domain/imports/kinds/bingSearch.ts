import { type ColumnNames, columnsNamed, defineImportKind } from '../importKind.ts';

const metrics: ColumnNames['metrics'] = {
  clicks: ['clicks', 'total clicks'],
  impressions: ['impressions', 'total impressions'],
  position: ['avg. position', 'average position', 'avg position', 'avg. impression position', 'position'],
};

export const bingSearch = defineImportKind({
  id: 'bing-search',
  label: 'Bing search performance',
  vendor: 'Microsoft',
  header: ['Keyword', 'Impressions', 'Clicks', 'CTR', 'Avg. Position'],
  caveat: 'Clicks and impressions of Bing search. Bing and its answers in Copilot are not separated.',
  days: 'UTC',
  // Search Console in English has the same columns; only the first column's name differs.
  columnsOf: ({ header }) =>
    columnsNamed(header, { dimension: 'query', key: ['keyword', 'keywords', 'query', 'search query'], metrics }) ??
    columnsNamed(header, { dimension: 'page', key: ['page', 'url', 'page url'], metrics }) ??
    (header.length === 5 ? null : columnsNamed(header, { dimension: 'day', key: ['date'], metrics })),
});
