import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';

export type OwnerPages = OutputOf<'listOwnerPages'>;
export type OwnerPage = OwnerPages['rows'][number];
export type OwnerQuery = OutputOf<'listOwnerQueries'>['rows'][number];
export type DaySeries = OutputOf<'listOwnerDays'>['series'][number];
export type OwnerImport = OutputOf<'importFile'>['import'];
type Filters = { engine?: string | undefined; startDate?: string | undefined; endDate?: string | undefined };

/** More rows than a page shows at once; the API's total includes all. */
const maxRows = 1_000;

export const ownerPagesQuery = (websiteId: string, filters: Filters) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'pages', filters],
    queryFn: ({ signal }) => {
      const named = Object.entries(filters).filter(([, value]) => value !== undefined);
      return call('listOwnerPages', { websiteId, limit: maxRows, ...Object.fromEntries(named) }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const ownerQueriesQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'queries'],
    queryFn: ({ signal }) => call('listOwnerQueries', { websiteId, limit: maxRows }, { signal }),
  });

export type QuestionCandidate = OutputOf<'suggestQuestions'>['candidates'][number];

export const suggestionsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'suggestions'],
    queryFn: ({ signal }) => call('suggestQuestions', { websiteId }, { signal }),
  });

export const framesQuery = (websiteId: string, engine: string | undefined) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'frames', engine],
    queryFn: async ({ signal }) => {
      const named = engine === undefined ? {} : { engine };
      return (await call('listQuestionFrames', { websiteId, ...named }, { signal })).frames;
    },
  });

export const ownerDaysQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'days'],
    queryFn: async ({ signal }) => (await call('listOwnerDays', { websiteId }, { signal })).series,
  });

export const ownerImportsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['reported', websiteId, 'imports'],
    queryFn: async () => (await call('listImports', { websiteId, limit: 200 })).items,
  });

const uploadTimeoutMs = 10 * 60_000;

export type Upload = Omit<InputOf<'importFile'>, 'websiteId' | 'name' | 'bytes'> & { file: File };

/** @throws SightlineError naming the missing field */
export function uploadFile(websiteId: string, { file, ...named }: Upload): Promise<OutputOf<'importFile'>> {
  return call('importFile', { websiteId, name: file.name, bytes: file, ...named }, { timeoutMs: uploadTimeoutMs });
}

export const importsChanged = (websiteId: string): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['reported', websiteId] });
