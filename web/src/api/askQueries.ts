import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { plansQueryKey } from './planQueries.ts';

/** A manual round. The server stores it, so every tab sees its progress. */
export type Ask = OutputOf<'listAsks'>['items'][number];

/** Refresh intervals while questions are being asked, and otherwise, in milliseconds. */
const followMs = 1_200;
const idlePollMs = 15_000;

/** Returns true while answers are pending. */
export const isBeingAsked = ({ round: { counts } }: Pick<Ask, 'round'>): boolean => counts.waiting + counts.running > 0;

export const asksQuery = queryOptions({
  queryKey: ['asks'],
  queryFn: async () => (await call('listAsks', { limit: 200 })).items,
  staleTime: 1_000,
  refetchInterval: ({ state }) => (state.data?.some(isBeingAsked) === true ? followMs : idlePollMs),
});

/** Reads one manual round with its requests. */
export const askedRoundQuery = (ask: Ask) =>
  queryOptions({
    queryKey: [...plansQueryKey, ask.planId, 'rounds', String(ask.round.number)],
    queryFn: () => call('readRound', { id: ask.planId, round: String(ask.round.number) }),
    staleTime: 500,
    refetchInterval: ({ state: { data } }) => (data === undefined || isBeingAsked(data) ? followMs : false),
  });
