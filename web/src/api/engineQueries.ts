import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import type { ReportFilters } from './reports.ts';

export type EngineComparison = OutputOf<'compareEngines'>;
export type EngineColumn = EngineComparison['engines'][number];
export type EnginePair = EngineComparison['pairs'][number];

/** Rows of a list in the comparison: sources of one engine, questions on which two differ. */
const comparedRows = 200;

/** Engines side by side: of the filters, dates, questions and kind of source count, since every engine and model stands there. */
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

/** What engines searched for behind the answers of a period; behind those to one question where it is named. */
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
