import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';

export type WorkItem = OutputOf<'listWork'>['items'][number];
export type Experiment = OutputOf<'listExperiments'>['items'][number];
export type ExperimentResult = OutputOf<'readExperimentResult'>['result'];

/** The one source of work items, for every page that shows some. */
export const workQuery = (
  websiteId: string,
  filter: { state: string; source?: string | undefined; limit?: number | undefined },
) =>
  queryOptions({
    queryKey: ['work', websiteId, filter],
    queryFn: ({ signal }) => call('listWork', { websiteId, ...filter }, { signal }),
    placeholderData: keepPreviousData,
  });

export const workItemQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['work', 'item', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await call('readWorkItem', { id: id ?? '' }, { signal })).item,
  });

export const workEffectsQuery = (websiteId: string, month: string) =>
  queryOptions({
    queryKey: ['work', websiteId, 'effects', month],
    queryFn: ({ signal }) => call('readWorkEffects', { websiteId, month }, { signal }),
  });

export const workChanged = (websiteId: string) => queryClient.invalidateQueries({ queryKey: ['work', websiteId] });

export const experimentsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['experiments', websiteId],
    queryFn: async ({ signal }) => (await call('listExperiments', { websiteId, limit: 100 }, { signal })).items,
  });

/** A draft has no result yet. */
export const experimentResultQuery = ({ id, registration }: Experiment) =>
  queryOptions({
    queryKey: ['experiments', 'result', id],
    queryFn: async ({ signal }) =>
      registration === null ? null : (await call('readExperimentResult', { id }, { signal })).result,
  });

export const experimentsChanged = () => queryClient.invalidateQueries({ queryKey: ['experiments'] });
