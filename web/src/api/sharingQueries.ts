import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';

export type SharedReport = OutputOf<'listSharedReports'>['items'][number];
export type ShareLink = OutputOf<'listShareLinks'>['items'][number];

/** Frozen reports of a website, newest first. */
export const sharedReportsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['shared-reports', websiteId],
    queryFn: () => everyPage(call, 'listSharedReports', { websiteId }),
  });

export const shareLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['share-links', id],
    queryFn: () => everyPage(call, 'listShareLinks', { id }),
  });

/** Branding of the workspace on shared reports. */
export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: async () => (await call('readWorkspace', {})).workspace,
});
