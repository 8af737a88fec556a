import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import type { ReportFilters } from './reports.ts';

export type EngineComparison = OutputOf<'compareEngines'>;
export type EngineColumn = EngineComparison['engines'][number];
export type EnginePair = EngineComparison['pairs'][number];

/** Rows of a list in the comparison: sources of one engine, questions on which two differ. */
const comparedRows = 200;

/**
 * Compares engines side by side. Only the filters for dates, questions and kind of source apply, since every engine and
 * model is included.
 */
export const comparisonQuery = (
  websiteId: string,
  { startDate, endDate, sourceType, tag, branded }: ReportFilters,
  limit = comparedRows,
) =>
  queryOptions({
    queryKey: ['visibility', websiteId, 'engines', { startDate, endDate, sourceType, tag, branded, limit }],
    queryFn: ({ signal }) =>
      call('compareEngines', { websiteId, startDate, endDate, sourceType, tag, branded, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Searches that engines ran for the answers of a period, or of one question. */
export const searchesQuery = (
  websiteId: string,
  { startDate, endDate, tag, branded }: ReportFilters,
  questionId: string | undefined,
) =>
  queryOptions({
    queryKey: ['visibility', websiteId, 'searches', { startDate, endDate, tag, branded, questionId }],
    queryFn: ({ signal }) =>
      call('engineSearches', { websiteId, startDate, endDate, tag, branded, questionId, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
  });
