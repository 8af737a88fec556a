import { queryOptions } from '@tanstack/react-query';
import { call } from './http.ts';
/** Every overview without its keyword rows; `seoReportQuery` reads one whole. */
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
      throw new Error('a list came where one overview was asked for');
    },
  });
