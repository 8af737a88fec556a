import { z } from 'zod';
import { idempotencyHeaders, maxAgeSeconds, observationSchema, recordId, runKind } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

export const websiteTarget = z.strictObject({ kind: z.literal('website'), websiteId: recordId, maxAgeSeconds });
export const keywordTarget = z.strictObject({
  kind: z.literal('keyword'),
  caseId: recordId,
  useSeoTools: z.boolean().default(false).meta({
    description:
      'True also authorizes one SEO lookup of the target’s domain by the provider’s agent, which may cost money; needs `seo` in addition to `evaluate`.',
  }),
  maxAgeSeconds,
});

const runParams = z.strictObject({ kind: runKind, id: recordId });
const emptyBody = z.strictObject({});

/** Requesting, reading and ending runs. */
export const observationsWire = {
  readObservation: wireShape({
    query: z.strictObject({
      kind: runKind,
      websiteId: recordId.optional().meta({ description: 'Required for `website`, not allowed for `keyword`.' }),
      caseId: recordId.optional().meta({ description: 'Required for `keyword`, not allowed for `website`.' }),
      useSeoTools: z.boolean().optional().meta({ description: 'Default false; `keyword` only.' }),
      maxAgeSeconds,
    }),
    output: observationSchema,
  }),
  ensureObservation: wireShape({
    headers: idempotencyHeaders,
    body: z.discriminatedUnion('kind', [websiteTarget, keywordTarget]),
    output: observationSchema,
    statuses: [200, 202],
  }),
  readRun: wireShape({ params: runParams, query: z.strictObject({ maxAgeSeconds }), output: observationSchema }),
  reconcileRun: wireShape({ params: runParams, body: emptyBody, output: observationSchema }),
  cancelRun: wireShape({ params: runParams, body: emptyBody, output: observationSchema }),
};
