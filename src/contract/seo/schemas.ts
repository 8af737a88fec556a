import { z } from 'zod';
import { seoCallNames } from '../../domain/seo/seoReport.ts';
import { instant } from '../instant.ts';

const amount = z.number().nullable();

export const seoReportSchema = z
  .strictObject({
    reportId: z.string(),
    domain: z.string(),
    state: z.enum(['pending', 'complete']),
    requestedAt: instant,
    completedAt: instant.nullable(),
    source: z.strictObject({ provider: z.string(), sandbox: z.boolean() }),
    overview: z
      .strictObject({
        organicKeywords: amount,
        organicTrafficEstimate: amount,
        organicTrafficValueUsd: amount,
        positions: z.strictObject({ '1': amount, '2-3': amount, '4-10': amount, '11-20': amount, '21-100': amount }),
        new: amount,
        up: amount,
        down: amount,
        lost: amount,
        paidKeywords: amount,
      })
      .nullable(),
    rankedKeywords: z
      .array(
        z.strictObject({
          keyword: z.string(),
          position: amount,
          searchVolume: amount,
          cpcUsd: amount,
          url: z.string().nullable(),
        }),
      )
      .nullable(),
    backlinks: z
      .strictObject({
        rank: amount.meta({ description: 'The provider’s own measure of authority, 0 to 1000.' }),
        backlinks: amount,
        referringDomains: amount,
        referringMainDomains: amount,
        brokenBacklinks: amount,
        spamScore: amount.meta({ description: '0 to 100.' }),
        firstSeenAt: instant.nullable(),
      })
      .nullable()
      .meta({
        description: 'Null unless `calls` names `backlinks_summary`.',
      }),
    calls: z.array(
      z.strictObject({
        name: z.enum(seoCallNames),
        state: z.enum(['not_sent', 'sent', 'succeeded', 'failed', 'unknown']),
        costUsd: amount,
        error: z.string().nullable(),
      }),
    ),
    costUsd: amount,
    limitations: z.array(z.string()),
  })
  .meta({ id: 'SeoReport', description: 'A saved domain overview. Unknown figures are null.' });
