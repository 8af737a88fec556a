import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';

export type Plan = OutputOf<'readPlan'>['plan'];
export type PlanQuote = OutputOf<'readPlan'>['quote'];
export type PlanRound = OutputOf<'startRound'>['round'];
export type RoundItem = OutputOf<'readRound'>['items'][number];
export type AttentionItem = OutputOf<'readAttention'>['items'][number];
export type PlanContent = InputOf<'quotePlan'>;

/** Prefix of all queries about plans, to invalidate them after a change. */
export const plansQueryKey = ['plans'] as const;

/** Refresh interval while rounds run, in milliseconds. */
const pollAgainMs = 5_000;

/** Items that need a person; the badge in the frame counts them. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async () => (await call('readAttention', { limit: 200 })).items,
  refetchInterval: 30_000,
});

export const plansQuery = queryOptions({
  queryKey: [...plansQueryKey, 'list'],
  queryFn: () => everyPage(call, 'listPlans', {}),
  refetchInterval: pollAgainMs,
});

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [...plansQueryKey, id],
    queryFn: () => call('readPlan', { id }),
    refetchInterval: pollAgainMs,
  });

export const roundsQuery = (id: string) =>
  queryOptions({
    queryKey: [...plansQueryKey, id, 'rounds'],
    queryFn: () => call('listRounds', { id, limit: 100 }),
    refetchInterval: pollAgainMs,
  });

export const roundQuery = (id: string, round: string) =>
  queryOptions({
    queryKey: [...plansQueryKey, id, 'rounds', round],
    queryFn: () => call('readRound', { id, round }),
    refetchInterval: pollAgainMs,
  });

/** Quotes a plan; null until the form is complete enough. */
export const planQuoteQuery = (content: PlanContent | null) =>
  queryOptions({
    queryKey: [...plansQueryKey, 'quote', content],
    queryFn: async () => (content === null ? null : (await call('quotePlan', content)).quote),
  });
