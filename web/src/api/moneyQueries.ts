import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';

export type Quote = OutputOf<'quoteAnswers'>;
export type Budget = Quote['budgets'][number];

/** Quotes these questions before anything is sent. Never older than the dialog that shows it. */
export const quoteQuery = (caseIds: readonly string[], maxAgeSeconds: number) =>
  queryOptions({
    queryKey: ['quote', maxAgeSeconds, caseIds],
    queryFn: ({ signal }) => call('quoteAnswers', { caseIds: [...caseIds], maxAgeSeconds }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export type Spending = OutputOf<'readSpending'>;
export type SpendingRow = Spending['rows'][number];
export type SpendingGroup = Spending['by'];
type Shown = { month?: string | undefined; simulated?: boolean | undefined };

export const spendingQuery = (request: Shown & { by: SpendingGroup }) =>
  queryOptions({
    queryKey: ['money', 'spending', request],
    queryFn: ({ signal }) => call('readSpending', { ...request, limit: 200 }, { signal }),
    placeholderData: keepPreviousData,
  });

export const budgetsQuery = (query: Pick<Shown, 'simulated'>) =>
  queryOptions({
    queryKey: ['money', 'budgets', query],
    queryFn: () => call('listBudgets', query),
  });

export type PurchaseFilter = Omit<InputOf<'listPurchases'>, 'limit' | 'cursor'>;
export type PurchasesOfRecord = OutputOf<'listPurchases'>['items'][number];

/** The runs and reports that a number counts, newest first, in pages. */
export const purchasesQuery = (filter: PurchaseFilter) =>
  infiniteQueryOptions({
    queryKey: ['money', 'purchases', filter],
    queryFn: ({ pageParam, signal }) =>
      call('listPurchases', { ...filter, limit: 30, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
