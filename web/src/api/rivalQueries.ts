import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';
import type { ReportFilters } from './reports.ts';

export type RivalVisibility = OutputOf<'rivalVisibility'>;
export type RivalStanding = RivalVisibility['rivals'][number];
export type RivalReport = OutputOf<'rivalReport'>;
export type Rival = OutputOf<'listRivals'>['items'][number];

/** The declared rivals of a website. */
export const declaredRivalsQuery = (siteId: string) =>
  queryOptions({ queryKey: ['rivals', siteId], queryFn: () => everyPage(call, 'listRivals', { id: siteId }) });

/** Comparison of the rivals with the website. */
export const rivalsQuery = (websiteId: string, filters: ReportFilters) =>
  queryOptions({
    queryKey: ['visibility', websiteId, 'rivals', filters],
    queryFn: ({ signal }) => call('rivalVisibility', { websiteId, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const rivalQuery = (websiteId: string, domain: string, filters: ReportFilters) =>
  queryOptions({
    queryKey: ['visibility', websiteId, 'rivals', domain, filters],
    queryFn: ({ signal }) => call('rivalReport', { websiteId, domain, ...filters, limit: 200 }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Invalidates every report after a rival was added or removed, because names may count differently. */
export const rivalsChanged = (siteId: string): Promise<unknown> =>
  Promise.all(
    [
      ['rivals', siteId],
      ['visibility', siteId],
      ['other-companies', siteId],
      ['site-names', siteId],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
