import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../src/contract/callTypes.ts';
import { call } from './http.ts';
import { queryClient } from './queries.ts';
import type { ReportFilters } from './reports.ts';

export type Audit = OutputOf<'readAudit'>;
export type Standing = Audit['standings'][number];
export type Undecided = OutputOf<'undecidedAnswers'>;
export type UndecidedGroup = Undecided['groups'][number];

export const latestAuditQuery = (siteId: string) =>
  queryOptions({ queryKey: ['audits', siteId, 'latest'], queryFn: () => call('latestAudit', { id: siteId }) });

export const auditStateQuery = (siteId: string, id: string) =>
  queryOptions({ queryKey: ['audits', siteId, id], queryFn: () => call('readAudit', { id }) });

export const undecidedQuery = (websiteId: string, { engine, startDate, endDate }: ReportFilters) =>
  queryOptions({
    queryKey: ['audits', websiteId, 'undecided', engine, startDate, endDate],
    queryFn: ({ signal }) =>
      call(
        'undecidedAnswers',
        {
          websiteId,
          ...(engine === undefined ? {} : { engine }),
          ...(startDate === undefined ? {} : { startDate }),
          ...(endDate === undefined ? {} : { endDate }),
        },
        { signal },
      ),
  });

/** Refreshes every report after a decision was saved or undone. */
export const wordsChanged = (siteId: string): Promise<unknown> =>
  Promise.all(
    [['audits', siteId], ['visibility', siteId], ['answers']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
