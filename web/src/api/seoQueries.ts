import { queryOptions } from '@tanstack/react-query';
import { call } from './http.ts';
/** Lists overviews without keyword rows; `seoReportQuery` reads a complete one. */
export const seoReportsQuery = queryOptions({
  queryKey: ['seo'],
  queryFn: async () => {
    const answer = await call('readSeoReports', {});
    return 'reports' in answer ? answer.reports : [];
  },
});

export const seoReportQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['seo', reportId],
    queryFn: async () => {
      const answer = await call('readSeoReports', { reportId });
      if ('report' in answer) return answer.report;
      throw new Error('expected one overview, received a list');
    },
  });
