import { defineImportKind } from '../importKind.ts';
import { buildFilters, isFilters, performanceColumns } from '../searchConsole.ts';

export const googlePerformance = defineImportKind({
  id: 'search-console',
  label: 'Search Console performance',
  vendor: 'Google',
  header: ['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'],
  caveat:
    'Rare queries are left out, so rows never add up to totals. AI Overviews and AI Mode are inside Web and cannot be separated. Impressions and positions of 13 May 2025 to 27 April 2026 were logged wrongly and are left out.',
  days: 'Pacific time',
  needsDates: true,
  readsFacts: isFilters,
  columnsOf: performanceColumns,
  factsOf: buildFilters,
});
