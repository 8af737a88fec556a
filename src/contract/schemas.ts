import { z } from 'zod';
import { permissions } from '../domain/access/permissions.ts';
import { errorCodes, v1ErrorCodes } from '../domain/errors.ts';
import { dispositions } from '../domain/runs/disposition.ts';
import { defaultMaxAgeSeconds, maxAgeSecondsLimit } from '../domain/runs/freshness.ts';
import { idempotencyKeyPattern } from '../domain/runs/idempotency.ts';
import { contextSizes, runKinds, runStatuses, searchModes } from '../domain/runs/run.ts';
import { charactersIn } from '../domain/text/characters.ts';
import { fillRecord } from '../domain/text/fillRecord.ts';
import { websiteResultSchema } from './captures/result.ts';
import { instant } from './instant.ts';

/** Wire schemas shared by several operations. All output is checked against these. */

export const recordId = z.string().min(1).max(100);
/** Path parameters of an operation on one record. */
export const idParams = z.strictObject({ id: recordId });
/** Builds fields with one schema; `names` are separated by spaces. */
export const each = <S extends z.ZodType, Names extends string>(schema: S, names: Names) => fillRecord(names, schema);
export const count = z.int().min(0);
export const day = z.iso.date();
/** First and last day of a period, both optional. */
export const optionalDays = each(day.optional(), 'startDate endDate');
/** Maximum number of rows of a report. */
export const rowLimit = z.int().min(1).max(1_000).default(200);
/** Builds a schema of one non-empty line of text. */
export const lineOf = (max: number) => limitedText(max, z.string().trim().min(1));
/** Builds a schema limited in characters, as JSON Schema counts them; a string's own length counts UTF-16 units. */
export const limitedText = (max: number, text: z.ZodString = z.string()) =>
  text
    .refine((text) => text.length <= max || charactersIn(text) <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });
export const maxAgeSeconds = z
  .int()
  .min(0)
  .max(maxAgeSecondsLimit)
  .default(defaultMaxAgeSeconds)
  .meta({ description: 'Maximum age of a saved result, in seconds. 0 always starts new work.' });
export const runKind = z.enum(runKinds);

export const idempotencyHeaders = z.strictObject({
  'Idempotency-Key': z
    .string()
    .regex(idempotencyKeyPattern, 'must be 8 to 128 letters, digits, . _ : or -, sent without quotes')
    .meta({
      description:
        '8 to 128 letters, digits, `.`, `_`, `:` or `-`, sent without quotes. Keep it for every retry of the same request.',
    }),
});

const recoverySchema = z.strictObject({ runId: z.string(), sessionId: z.string().nullable() }).meta({
  id: 'Recovery',
  description: 'Ids for inspecting work that exists, or may exist, at the provider.',
});

const errorOf = <Code extends string>(codes: readonly [Code, ...Code[]]) =>
  z
    .strictObject({
      error: z.strictObject({
        code: z.enum(codes),
        message: z.string(),
        details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
        retry: z.enum(['never', 'same_key', 'after_seconds', 'inspect_run']).optional(),
      }),
      recovery: recoverySchema.optional(),
    })
    .meta({ id: 'Error' });

/** Errors by version: one shape, with fewer codes in v1. */
export const errorSchemas = { v1: errorOf(v1ErrorCodes), v2: errorOf(errorCodes) };

export const freshnessSchema = z
  .strictObject({
    maxAgeSeconds: z.int(),
    observedAt: instant.nullable(),
    ageSeconds: z.number().min(0).nullable(),
    fresh: z.boolean(),
  })
  .meta({ id: 'Freshness' });

const usageCounts =
  'inputTokens cachedInputTokens outputTokens reasoningTokens totalTokens searchCalls pagesFetched bytesFetched';
const usageSchema = z
  .strictObject({
    ...each(count.nullable(), usageCounts),
    costUsd: z.number().min(0).nullable(),
    durationMs: z.number().min(0).nullable(),
  })
  .meta({ id: 'Usage', description: 'Usage of a run. Unknown is null.' });

const provenanceSchema = z
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
    pollUrl: z.string().meta({ description: 'Path of the saved run. Poll it until the run ends.' }),
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
    exactNames: z
      .array(z.string())
      .optional()
      .meta({ description: 'Names and aliases that match only exactly, including case.' }),
    settledDomains: z
      .array(z.string())
      .optional()
      .meta({ description: 'Domains declared as rivals, or dismissed as such.' }),
    createdAt: instant,
    archivedAt: instant.nullable(),
  })
  .meta({ id: 'Website' });

const localeSchema = z.strictObject({
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
  .meta({ id: 'KeywordCase', description: 'A saved question. Immutable: a change creates a new case.' });

export const apiKeySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    permissions: z.array(z.enum(permissions)),
    asksToSpend: z.boolean().meta({ description: 'A member approves each of its purchases.' }),
    createdAt: instant,
    expiresAt: instant.nullable(),
    revokedAt: instant.nullable(),
    lastUsedAt: instant.nullable(),
    planId: z.string().nullable().meta({ description: 'Plan to whose rounds the key is limited.' }),
  })
  .meta({ id: 'ApiKey' });
