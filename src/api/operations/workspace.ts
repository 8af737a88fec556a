import { z } from 'zod';
import { permissions } from '../../domain/permissions.ts';
import { contextSizes, searchModes } from '../../domain/run.ts';
import { archiveCase, createCase } from '../../services/cases.ts';
import { createKey, listKeys, revokeKey } from '../../services/keys.ts';
import { archiveSite, changeSite, createSite } from '../../services/sites.ts';
import { defineOperation } from '../defineOperation.ts';
import { presentCase, presentKey, presentWebsite } from '../present.ts';
import { apiKeySchema, keywordCaseSchema, recordId, websiteSchema } from '../schemas.ts';

/** What v1 cannot do: the owner's own management, for a signed-in session only. */
const shared = { audience: 'workspace', permission: 'read', tag: 'Management' } as const;
const idParams = z.strictObject({ id: recordId });
const line = (max: number) => z.string().trim().min(1).max(max);
const aliases = z.array(line(300)).max(100);

export const createSiteOperation = defineOperation({
  ...shared,
  id: 'createSite',
  method: 'POST',
  path: '/sites',
  summary: 'Add a website',
  body: z.strictObject({ url: line(2_000), name: line(200).optional(), aliases: aliases.optional() }),
  output: z.strictObject({ site: websiteSchema }),
  statuses: [201],
  async run(ctx, { body }) {
    return { status: 201, body: { site: presentWebsite(await createSite(ctx, body)) } };
  },
});

export const changeSiteOperation = defineOperation({
  ...shared,
  id: 'changeSite',
  method: 'PATCH',
  path: '/sites/{id}',
  summary: 'Change a website; aliases recount past answers',
  params: idParams,
  body: z.strictObject({ url: line(2_000).optional(), name: line(200).optional(), aliases: aliases.optional() }),
  output: z.strictObject({ site: websiteSchema }),
  async run(ctx, { params, body }) {
    return { status: 200, body: { site: presentWebsite(await changeSite(ctx, { ...params, ...body })) } };
  },
});

export const archiveSiteOperation = defineOperation({
  ...shared,
  id: 'archiveSite',
  method: 'DELETE',
  path: '/sites/{id}',
  summary: 'Archive a website; its history stays',
  params: idParams,
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await archiveSite(ctx, params);
    return { status: 204, body: null };
  },
});

const part = (max: number) => z.string().trim().min(1).max(max).nullable().default(null);
const localeInput = z.strictObject({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or de-AT')
    .nullable()
    .default(null),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'a two-letter country code such as US')
    .transform((code) => code.toUpperCase())
    .nullable()
    .default(null),
  region: part(100),
  city: part(100),
  timezone: part(64),
});
const searchInput = z.strictObject({
  mode: z.enum(searchModes).default('open-web'),
  allowedDomains: z.array(line(253)).max(20).default([]),
  contextSize: z.enum(contextSizes).default('medium'),
  model: line(100).nullable().default(null),
});

export const createCaseOperation = defineOperation({
  ...shared,
  id: 'createBenchmarkCase',
  method: 'POST',
  path: '/benchmark-cases',
  summary: 'Save a question',
  body: z.strictObject({
    query: line(2_000),
    websiteId: recordId.nullish(),
    locale: localeInput.prefault({}),
    search: searchInput.prefault({}),
    referenceAnswer: z.string().max(20_000).nullish(),
  }),
  output: z.strictObject({ case: keywordCaseSchema }),
  statuses: [201],
  async run(ctx, { body }) {
    const input = {
      ...body,
      websiteId: body.websiteId ?? undefined,
      referenceAnswer: body.referenceAnswer ?? undefined,
    };
    return { status: 201, body: { case: presentCase(await createCase(ctx, input)) } };
  },
});

export const archiveCaseOperation = defineOperation({
  ...shared,
  id: 'archiveBenchmarkCase',
  method: 'DELETE',
  path: '/benchmark-cases/{id}',
  summary: 'Archive a question; its answers stay',
  params: idParams,
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await archiveCase(ctx, params);
    return { status: 204, body: null };
  },
});

export const listKeysOperation = defineOperation({
  ...shared,
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys, without their secrets',
  output: z.strictObject({ keys: z.array(apiKeySchema) }),
  async run(ctx) {
    return { status: 200, body: { keys: (await listKeys(ctx)).map(presentKey) } };
  },
});

export const createKeyOperation = defineOperation({
  ...shared,
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  summary: 'Create an API key; its secret is shown in this answer only',
  body: z.strictObject({
    name: line(100),
    permissions: z.array(z.enum(permissions)).max(permissions.length),
    expiresInDays: z.int().min(1).max(3_650).nullish(),
    password: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'With `seo`, from a session older than an hour.' }),
  }),
  output: z.strictObject({ key: apiKeySchema, secret: z.string() }),
  statuses: [201],
  async run(ctx, { body }) {
    const { key, secret } = await createKey(ctx, { ...body, expiresInDays: body.expiresInDays ?? undefined });
    return { status: 201, body: { key: presentKey(key), secret } };
  },
});

export const revokeKeyOperation = defineOperation({
  ...shared,
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  summary: 'Revoke an API key at once',
  params: idParams,
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await revokeKey(ctx, params);
    return { status: 204, body: null };
  },
});
