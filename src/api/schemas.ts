import { z } from 'zod';
import { dispositions } from '../domain/disposition.ts';
import { statusOfCode } from '../domain/errors.ts';
import { defaultMaxAgeSeconds, maxAgeSecondsLimit } from '../domain/freshness.ts';
import { permissions } from '../domain/permissions.ts';
import { contextSizes, runKinds, runStatuses, searchModes } from '../domain/run.ts';
import { instant } from './instant.ts';
import { websiteResultSchema } from './websiteResultSchema.ts';

/** Wire schemas shared by several operations. Everything that leaves is checked against these. */

export const recordId = z.string().min(1).max(100);
export const maxAgeSeconds = z
  .int()
  .min(0)
  .max(maxAgeSecondsLimit)
  .default(defaultMaxAgeSeconds)
  .meta({ description: 'How old, in seconds, a saved result may be. 0 always asks for new work.' });
export const runKind = z.enum(runKinds);

export const recoverySchema = z.strictObject({ runId: z.string(), sessionId: z.string().nullable() }).meta({
  id: 'Recovery',
  description: 'Ids with which work that exists, or may exist, at the provider is inspected.',
});

export const errorSchema = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(statusOfCode) as [keyof typeof statusOfCode]),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
      retry: z.enum(['never', 'same_key', 'after_seconds', 'inspect_run']).optional(),
    }),
    recovery: recoverySchema.optional(),
  })
  .meta({ id: 'Error' });

export const freshnessSchema = z
  .strictObject({
    maxAgeSeconds: z.int(),
    observedAt: instant.nullable(),
    ageSeconds: z.number().min(0).nullable(),
    fresh: z.boolean(),
  })
  .meta({ id: 'Freshness' });

const count = z.int().min(0).nullable();

export const usageSchema = z
  .strictObject({
    inputTokens: count,
    cachedInputTokens: count,
    outputTokens: count,
    reasoningTokens: count,
    totalTokens: count,
    searchCalls: count,
    pagesFetched: count,
    bytesFetched: count,
    costUsd: z.number().min(0).nullable(),
    durationMs: z.number().min(0).nullable(),
  })
  .meta({ id: 'Usage', description: 'What a run used. Unknown is null.' });

export const provenanceSchema = z
  .strictObject({
    searchMode: z.enum(searchModes).nullable(),
    harnessVersion: z.string(),
    environmentFingerprint: z.string().nullable(),
    allowedDomains: z.array(z.string()),
    completedSearchCount: z.int().min(0).nullable(),
  })
  .meta({ id: 'Provenance', description: 'The settings that make runs comparable.' });

export const keywordResultSchema = z
  .strictObject({
    text: z.string(),
    mentions: z.array(
      z.strictObject({
        name: z.string(),
        url: z.string().nullable(),
        reason: z.string(),
        citationUrls: z.array(z.string()),
      }),
    ),
    citations: z.array(
      z.strictObject({
        url: z.string(),
        title: z.string().nullable(),
        startIndex: z.int().min(0).nullable(),
        endIndex: z.int().min(0).nullable(),
      }),
    ),
    limitations: z.array(z.string()),
  })
  .meta({
    id: 'KeywordResult',
    description:
      'A saved answer. The one-based index of a mention is its recommendation position in this answer; it is not a search-engine rank.',
  });

export const runSchema = z
  .strictObject({
    id: z.string(),
    kind: runKind,
    status: z.enum(runStatuses),
    pollUrl: z.string().meta({ description: 'Path of the saved run, to be followed until it ends.' }),
    model: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    observedAt: instant.nullable(),
    recovery: recoverySchema.nullable(),
    provenance: provenanceSchema,
    surface: z.string(),
    result: z.union([keywordResultSchema, websiteResultSchema]).nullable(),
    usage: usageSchema.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Run' });

export const observationSchema = z
  .strictObject({ disposition: z.enum(dispositions), freshness: freshnessSchema, run: runSchema.nullable() })
  .meta({ id: 'Observation' });

export const websiteSchema = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    domain: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    createdAt: instant,
    archivedAt: instant.nullable(),
  })
  .meta({ id: 'Website' });

export const localeSchema = z.strictObject({
  language: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  timezone: z.string().nullable(),
});

export const keywordCaseSchema = z
  .strictObject({
    id: z.string(),
    query: z.string(),
    target: z.strictObject({ websiteId: z.string(), domain: z.string(), name: z.string() }).nullable(),
    locale: localeSchema,
    search: z.strictObject({
      mode: z.enum(searchModes),
      allowedDomains: z.array(z.string()),
      contextSize: z.enum(contextSizes),
      model: z.string().nullable(),
    }),
    createdAt: instant,
    archivedAt: instant.nullable(),
  })
  .meta({ id: 'KeywordCase', description: 'A saved question. Immutable: a change is a new case.' });

export const apiKeySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    permissions: z.array(z.enum(permissions)),
    createdAt: instant,
    expiresAt: instant.nullable(),
    revokedAt: instant.nullable(),
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'ApiKey' });
