import { defineImportKind } from '../importKind.ts';
import { buildFilters, impressionColumns, isFilters } from '../searchConsole.ts';

export const googleGenerativeAi = defineImportKind({
  id: 'search-console-ai',
  label: 'Search Console generative AI',
  vendor: 'Google',
  header: ['Top pages', 'Impressions'],
  caveat:
    'Impressions only: the page was somewhere in an AI answer, seen or not. Google reports no clicks, queries or surface.',
  days: 'Pacific time',
  needsConfirmation: true,
  needsDates: true,
  readsFacts: isFilters,
  columnsOf: impressionColumns,
  factsOf: (records) => ({ ...buildFilters(records, true), refusal: null }),
});
