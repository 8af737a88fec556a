import { isAssistantSource } from '../assistantSource.ts';
import type { CsvRecord } from '../csvReader.ts';
import { columnsNamed, dayOf, defineImportKind, type FileFacts, foldHeader, type TableColumns } from '../importKind.ts';

const visits = ['sessions', 'entrances'];
const views = ['views', 'page views', 'pageviews', 'screen page views'];
const sources = [
  'session source',
  'session source / medium',
  'session manual source',
  'session medium',
  'session default channel group',
  'session primary channel group (default channel group)',
  'first user source',
  'source',
  'source / medium',
];
const pages = [
  'landing page',
  'landing page + query string',
  'page path',
  'page path and screen class',
  'page path + query string',
  'page location',
];

/** `# Start date: 20260101`, or `# 20260723-20260922` in explorations. */
function datesOf(records: readonly CsvRecord[]): FileFacts {
  const text = records.map(({ cells }) => cells.join(',')).join('\n');
  const range = /^#\s*(\d{8})-(\d{8})\s*$/m.exec(text);
  const from = /^#\s*Start date:\s*(\d{8})/im.exec(text)?.[1] ?? range?.[1] ?? '';
  const to = /^#\s*End date:\s*(\d{8})/im.exec(text)?.[1] ?? range?.[2] ?? '';
  return { startDate: dayOf(from), endDate: dayOf(to), warnings: [], refusal: null };
}

/** In a table with page and source, only visits from assistants count. */
function pageColumns(header: readonly string[]): TableColumns | null {
  const columns = columnsNamed(header, { dimension: 'page', key: pages, detail: sources, metrics: { visits, views } });
  const { detail } = columns ?? {};
  if (columns === null || detail === undefined) return columns;
  return { ...columns, isLeftOut: (cells) => !isAssistantSource(cells[detail] ?? '') };
}

export const ga4 = defineImportKind({
  id: 'ga4',
  label: 'Google Analytics 4',
  vendor: 'Google',
  header: ['Landing page', 'Sessions', 'Active users'],
  caveat:
    'Visits are sessions. Assistants are recognised by referrer, so apps, copied links, AI Overviews and AI Mode are not among them, and visits before 13 May 2026 were not sorted again.',
  days: "the property's time zone",
  columnsOf: ({ header }) =>
    pageColumns(header) ??
    columnsNamed(header, { dimension: 'day', key: ['date'], metrics: { visits: ['sessions'] } }) ??
    columnsNamed(header, { dimension: 'source', key: sources, metrics: { visits, views } }),
  factsOf: datesOf,
  isTotal: (cells) => cells.some((cell) => ['grand total', 'totals', '(other)'].includes(foldHeader(cell))),
});
