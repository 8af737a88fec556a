import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { type ReportFilters, type ReportRead, reportRequest } from './reports.ts';

/** Reads any one report. */
export function report<Read extends ReportRead>(read: Read, websiteId: string, filters: ReportFilters) {
  const { id, input } = reportRequest(read, websiteId, filters);
  return queryOptions({
    queryKey: ['visibility', websiteId, read, filters],
    queryFn: ({ signal }): Promise<OutputOf<typeof id>> => call(id, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const overviewQuery = (websiteId: string, filters: ReportFilters) => report('overview', websiteId, filters);
export const citationsQuery = (websiteId: string, filters: ReportFilters) => report('citations', websiteId, filters);
/** Reads every question of the report, over all pages, so that counts over them are complete. */
export function promptsQuery(websiteId: string, filters: ReportFilters) {
  const { id, input } = reportRequest('prompts', websiteId, filters);
  return queryOptions({
    ...report('prompts', websiteId, filters),
    queryFn: async ({ signal }): Promise<OutputOf<'enginePrompts'>> => {
      const first = await call(id, input, { signal });
      const { total } = first.questions;
      const rows = new Map(first.questions.rows.map((row) => [row.caseId, row]));
      for (let last = first.questions.rows.at(-1); last !== undefined && rows.size < total; ) {
        const page = await call(id, { ...input, cursor: last.caseId }, { signal });
        const before = rows.size;
        for (const row of page.questions.rows) rows.set(row.caseId, row);
        // A new answer may have shifted the pages, so a page without new rows counts as the last one.
        last = rows.size === before ? undefined : page.questions.rows.at(-1);
      }
      return { ...first, questions: { total, rows: [...rows.values()] } };
    },
  });
}
export const recommendationsQuery = (websiteId: string, filters: ReportFilters) =>
  report('recommendations', websiteId, filters);

export type SourcesByKind = OutputOf<'sourceKinds'>;

/** Reads the kinds of pages that answers cite. */
export function sourceKindsQuery(websiteId: string, filters: ReportFilters) {
  const { sourceType: _sources, ...rest } = filters;
  return queryOptions({
    queryKey: ['visibility', websiteId, 'source-kinds', rest],
    queryFn: ({ signal }) => call('sourceKinds', { websiteId, ...rest, limit: 200, scope: 'all' }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type BucketSize = NonNullable<InputOf<'visibilityHistory'>['bucket']>;

/** Reads a report by day, week or month, over every attempt. */
export function historyQuery(websiteId: string, filters: ReportFilters, bucket: BucketSize, rivals?: string) {
  const { sourceType: _sources, ...rest } = filters;
  return queryOptions({
    queryKey: ['visibility', websiteId, 'history', rest, bucket, rivals],
    queryFn: ({ signal }) =>
      call('visibilityHistory', { websiteId, ...rest, bucket, rivals, scope: 'all' }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The answers that a number counts, in pages. */
export const answersQuery = (query: InputOf<'findAnswers'>) =>
  infiniteQueryOptions({
    queryKey: ['visibility', query.websiteId, 'answers', query],
    queryFn: ({ signal, pageParam }) =>
      call('findAnswers', { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Counts the answers of a list; null if the server does not count them. */
export const countQuery = (query: InputOf<'findAnswers'>) =>
  queryOptions({
    queryKey: ['visibility', query.websiteId, 'answer-count', query],
    queryFn: async ({ signal }) =>
      (await call('findAnswers', { ...query, limit: 1 }, { signal })).matched?.answers ?? null,
    placeholderData: keepPreviousData,
  });

export type FoundAnswer = OutputOf<'findAnswers'>['items'][number];

/** Maximum number of answers in a chart of one question. */
const maxDrawnAnswers = 2_000;

/** Reads the attempts at one question, newest first, of any engine and date, and their number. */
export const questionAnswersQuery = (websiteId: string, questionId: string) =>
  queryOptions({
    queryKey: ['visibility', websiteId, 'question-answers', questionId],
    queryFn: async ({ signal }) => {
      const items: FoundAnswer[] = [];
      let matched = 0;
      for (let cursor: string | null | undefined; cursor !== null && items.length < maxDrawnAnswers; ) {
        const input = { websiteId, questionId, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
        const page: OutputOf<'findAnswers'> = await call('findAnswers', input, { signal });
        items.push(...page.items);
        matched = Math.max(matched, page.matched?.answers ?? 0);
        cursor = page.nextCursor;
      }
      return { items, matched };
    },
  });

export type SiteNote = OutputOf<'listSiteNotes'>['items'][number];

/** The owner's notes by day, for the time axis. */
export const siteNotesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['site-notes', siteId],
    queryFn: () => everyPage(call, 'listSiteNotes', { id: siteId }),
    staleTime: 60_000,
  });
