import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';

export type SourceGap = OutputOf<'listSourceGaps'>['gaps'][number];
export type CitationSupport = OutputOf<'listAnswerSupport'>['citations'][number];
export type FactBoard = OutputOf<'listFactQuotes'>;
export type FactQuote = FactBoard['quotes'][number];
export type Fact = OutputOf<'listFacts'>['facts'][number];

export const gapsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['gaps', websiteId],
    queryFn: ({ signal }) => call('listSourceGaps', { websiteId, limit: 500 }, { signal }),
  });

export const supportQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', id],
    queryFn: ({ signal }) => call('listAnswerSupport', { id }, { signal }),
  });

export const supportSummaryQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['support-summary', websiteId],
    queryFn: ({ signal }) => call('supportSummary', { websiteId }, { signal }),
  });

export const factsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['facts', websiteId],
    queryFn: ({ signal }) => call('listFacts', { websiteId }, { signal }),
  });

export const factQuotesQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['facts', websiteId, 'quotes'],
    queryFn: ({ signal }) => call('listFactQuotes', { websiteId }, { signal }),
  });

export const startReading = (websiteId: string) => call('readCitedPages', { websiteId });

export const gapsChanged = (websiteId: string): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['gaps', websiteId] });

export const addFact = (fact: InputOf<'createFact'>) => call('createFact', fact);

export const decideQuote = (decided: InputOf<'decideFactQuote'>) => call('decideFactQuote', decided);

export const factsChanged = (websiteId: string): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['facts', websiteId] });
