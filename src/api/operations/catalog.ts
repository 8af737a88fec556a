import { z } from 'zod';
import { permissions } from '../../domain/permissions.ts';
import { listCases } from '../../services/cases.ts';
import { readLimits } from '../../services/readLimits.ts';
import { listSites } from '../../services/sites.ts';
import { defineOperation } from '../defineOperation.ts';
import { instant } from '../instant.ts';
import { presentCase, presentWebsite } from '../present.ts';
import { keywordCaseSchema, websiteSchema } from '../schemas.ts';

const limitsSchema = z.strictObject({
  requestsPerMinute: z.int(),
  requestsRemaining: z.int().min(0),
  resetSeconds: z.int().min(0),
  seoLookupsPerHour: z.int(),
  seoLookupsRemaining: z.int().min(0),
  activeRuns: z.int().min(0),
  activeRunLimit: z.int(),
  runsToday: z.int().min(0),
  runsPerDay: z.int(),
});

const authStatusSchema = z
  .strictObject({
    valid: z.literal(true),
    key: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        prefix: z.string(),
        permissions: z.array(z.enum(permissions)),
        createdAt: instant,
        expiresAt: instant.nullable(),
      })
      .nullable(),
    workspace: z.strictObject({ id: z.string(), name: z.string() }),
    limits: limitsSchema,
  })
  .meta({ id: 'AuthStatus' });

export const authStatusOperation = defineOperation({
  id: 'authStatus',
  method: 'GET',
  path: '/auth/status',
  permission: 'read',
  tag: 'Workspace',
  summary: 'Confirm that the key is valid, with its permissions and what is left of its allowances',
  output: authStatusSchema,
  tools: [
    {
      name: 'auth_status',
      title: 'Key and allowances',
      description: 'Shows what this key may do, and how much of each allowance is left.',
    },
  ],
  async run(ctx) {
    const { principal } = ctx;
    const key =
      principal.kind === 'key'
        ? {
            id: principal.keyId,
            name: principal.keyName,
            prefix: principal.keyPrefix,
            permissions: [...principal.permissions],
            createdAt: principal.keyCreatedAt,
            expiresAt: principal.keyExpiresAt,
          }
        : null;
    const workspace = { id: principal.workspaceId, name: principal.workspaceName };
    return { status: 200, body: { valid: true as const, key, workspace, limits: await readLimits(ctx) } };
  },
});

export const listSitesOperation = defineOperation({
  id: 'listSites',
  method: 'GET',
  path: '/sites',
  permission: 'read',
  tag: 'Workspace',
  summary: 'List the websites of the workspace',
  output: z.strictObject({ sites: z.array(websiteSchema) }).meta({ id: 'Sites' }),
  tools: [
    {
      name: 'list_sites',
      title: 'List websites',
      description: 'Lists the owned websites; their id is the websiteId of other tools.',
    },
  ],
  async run(ctx) {
    return { status: 200, body: { sites: (await listSites(ctx)).map(presentWebsite) } };
  },
});

export const listCasesOperation = defineOperation({
  id: 'listBenchmarkCases',
  method: 'GET',
  path: '/benchmark-cases',
  permission: 'read',
  tag: 'Workspace',
  summary: 'List the saved keyword cases',
  output: z.strictObject({ cases: z.array(keywordCaseSchema) }).meta({ id: 'KeywordCases' }),
  tools: [
    {
      name: 'list_benchmark_cases',
      title: 'List saved questions',
      description: 'Lists the saved questions (keyword cases); their id is the caseId of other tools.',
    },
  ],
  async run(ctx) {
    return { status: 200, body: { cases: (await listCases(ctx)).map(presentCase) } };
  },
});
