import { z } from 'zod';
import { idempotencyHeaders, recordId } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';
import { seoReportSchema } from './schemas.ts';

/** Domain overviews bought from the SEO data provider. */
export const seoWire = {
  readSeoReports: wireShape({
    query: z.strictObject({ reportId: recordId.optional() }),
    output: z.union([
      z.strictObject({ reports: z.array(seoReportSchema) }),
      z.strictObject({ report: seoReportSchema }),
    ]),
  }),
  requestSeoOverview: wireShape({
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
  }),
};
