import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import { seoToolName } from '../../domain/seoTool.ts';
import { listSeoReports, readSeoReport } from '../../services/readSeoReports.ts';
import { requestSeoOverview } from '../../services/requestSeoOverview.ts';
import { defineOperation } from '../defineOperation.ts';
import { presentReport, seoReportSchema } from '../presentSeo.ts';
import { recordId } from '../schemas.ts';
import { idempotencyHeaders } from './observations.ts';

export const readSeoOperation = defineOperation({
  id: 'readSeoReports',
  method: 'GET',
  path: '/seo',
  permission: 'read',
  tag: 'SEO',
  summary: 'List saved SEO overviews, or read one',
  description:
    'Never starts a lookup. With `reportId` the answer is `{report}`, without it `{reports}`: the newest 200, newest first.',
  query: z.strictObject({ reportId: recordId.optional() }),
  output: z.union([z.strictObject({ reports: z.array(seoReportSchema) }), z.strictObject({ report: seoReportSchema })]),
  tools: [
    {
      name: 'read_seo_reports',
      title: 'Read SEO overviews',
      description: 'Lists the newest saved SEO domain overviews, or reads one by reportId. Costs nothing.',
    },
  ],
  async run(ctx, { query }) {
    if (query.reportId === undefined) {
      return { status: 200, body: { reports: (await listSeoReports(ctx)).map(presentReport) } };
    }
    const report = await readSeoReport(ctx, query.reportId);
    if (report === null) throw notFound('report');
    return { status: 200, body: { report: presentReport(report) } };
  },
});

export const requestSeoOperation = defineOperation({
  id: 'requestSeoOverview',
  method: 'POST',
  path: '/seo',
  permission: 'seo',
  spends: true,
  tag: 'SEO',
  summary: 'Buy one SEO overview of a domain: two provider calls',
  description:
    'The calls are `domain_rank_overview` and, as the server is set, `ranked_keywords` or `backlinks_summary`; `calls` names them. A replay with the same key returns the saved state and does no provider work.',
  headers: idempotencyHeaders,
  body: z.strictObject({
    domain: z
      .string()
      .min(1)
      .max(253)
      .meta({ description: 'A bare domain such as example.com, without scheme, port or path.' }),
    confirmSpend: z.literal(true).meta({ description: 'Must be true: this buys two calls.' }),
  }),
  output: z.strictObject({ report: seoReportSchema }),
  errors: ['account_not_allowed', 'idempotency_conflict', 'seo_limit', 'persistence_unconfirmed'],
  tools: [
    {
      name: seoToolName,
      title: 'Buy an SEO overview',
      description:
        'Buys one SEO overview of a domain: two paid provider calls, the rank overview, and ranked keywords or (as this server is set) backlinks. Needs confirmSpend: true. Send the same idempotencyKey again to retry: it costs nothing and returns the saved report.',
    },
  ],
  async run(ctx, { body, headers }) {
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
});
