import { notFound } from '../../domain/errors.ts';
import { seoToolName } from '../../domain/seo/seoTool.ts';
import { listSeoReports, readSeoReport } from '../../services/seo/readSeoReports.ts';
import { requestSeoOverview } from '../../services/seo/requestSeoOverview.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentListedReport, presentReport } from './present.ts';

const define = operationsOf('SEO');

export const seoOperations: readonly Operation[] = [
  define.read('readSeoReports', {
    summary: 'List saved SEO overviews, or read one',
    description:
      'Never starts a lookup. With `reportId` the answer is `{report}`, without it `{reports}`: the newest 200, newest first, each with `rankedKeywords` null. Read a report by its id for its keyword rows.',
    tool: {
      title: 'Read SEO overviews',
      description: 'Lists the newest saved SEO overviews, or reads one by reportId. Free.',
      pages: 'reports',
    },
    async run(ctx, { query }) {
      if (query.reportId === undefined) {
        return { reports: (await listSeoReports(ctx)).map(presentListedReport) };
      }
      const report = await readSeoReport(ctx, query.reportId);
      if (report === null) throw notFound('overview', 'reportId');
      return { report: presentReport(report) };
    },
  }),
  define.seo('requestSeoOverview', {
    spends: true,
    summary: 'Buy one SEO overview of a domain: two provider calls',
    description:
      'The calls are `domain_rank_overview` and, depending on the server’s settings, `ranked_keywords` or `backlinks_summary`; `calls` names them. Repeating the request with the same key returns the saved state and calls no provider.',
    errors: [
      'account_not_allowed',
      'idempotency_conflict',
      'creation_unresolved',
      'seo_limit',
      'run_limit',
      'persistence_unconfirmed',
      'approval_required',
    ],
    tool: {
      name: seoToolName,
      title: 'Buy an SEO overview',
      description:
        'Buys one SEO overview of a domain: two paid provider calls, the rank overview, and ranked keywords or, depending on the server’s settings, backlinks. A repeated idempotencyKey costs nothing and returns the saved report.',
      view: 'purchase',
    },
    async reply(ctx, { body, headers }) {
      const { report, replayed } = await requestSeoOverview(ctx, {
        domain: body.domain,
        idempotencyKey: headers['Idempotency-Key'],
      });
      return {
        status: 200,
        body: { report: presentReport(report) },
        headers: replayed ? { 'Idempotency-Replayed': 'true' } : {},
      };
    },
  }),
];
