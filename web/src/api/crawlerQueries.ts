import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';

export type BotVisits = OutputOf<'listBotVisits'>;
export type BotRow = BotVisits['rows'][number];
export type AssistantVisits = OutputOf<'listAssistantVisits'>;
export type LogImport = OutputOf<'importLog'>['import'];
type Dates = { startDate?: string | undefined; endDate?: string | undefined };

/** More rows than a page shows at once; the API's total includes all. */
const maxRows = 1_000;

export const botVisitsQuery = (websiteId: string, by: 'bot' | 'page', dates: Dates) =>
  queryOptions({
    queryKey: ['crawlers', websiteId, by, dates],
    queryFn: ({ signal }) => call('listBotVisits', { websiteId, by, limit: maxRows, ...defined(dates) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const botDaysQuery = (websiteId: string, bot: string | undefined, dates: Dates) =>
  queryOptions({
    queryKey: ['crawlers', websiteId, 'day', bot, dates],
    queryFn: ({ signal }) =>
      call(
        'listBotVisits',
        { websiteId, by: 'day', limit: maxRows, ...(bot === undefined ? {} : { bot }), ...defined(dates) },
        { signal },
      ),
    enabled: bot !== undefined,
    placeholderData: keepPreviousData,
  });

export const assistantVisitsQuery = (websiteId: string, dates: Dates) =>
  queryOptions({
    queryKey: ['crawlers', websiteId, 'visits', dates],
    queryFn: ({ signal }) =>
      call('listAssistantVisits', { websiteId, by: 'page', limit: maxRows, ...defined(dates) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const logImportsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['crawlers', websiteId, 'imports'],
    queryFn: async () => (await call('listLogImports', { websiteId, limit: 200 })).items,
  });

const uploadTimeoutMs = 30 * 60_000;

/**
 * Imports a log into the first source of a website, and creates that source if there is none. @throws SightlineError
 */
export async function uploadLog(websiteId: string, file: File): Promise<OutputOf<'importLog'>> {
  const { sources } = await call('listLogSources', { websiteId });
  const source = sources[0] ?? (await call('createLogSource', { websiteId, name: 'logs' })).source;
  const input: InputOf<'importLog'> = { id: source.id, name: file.name, bytes: file };
  return call('importLog', input, { timeoutMs: uploadTimeoutMs });
}

export const crawlersChanged = (websiteId: string): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: ['crawlers', websiteId] });

function defined({ startDate, endDate }: Dates): { startDate?: string; endDate?: string } {
  return { ...(startDate === undefined ? {} : { startDate }), ...(endDate === undefined ? {} : { endDate }) };
}
