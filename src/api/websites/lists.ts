import { isV1Permission } from '../../domain/access/permissions.ts';
import { readLimits } from '../../services/access/readLimits.ts';
import { listCases } from '../../services/questions/cases.ts';
import { listSites } from '../../services/websites/sites.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentCase, presentWebsite } from '../present.ts';

export const catalogOperations: readonly Operation[] = [
  defineOperation('authStatus', {
    permission: 'read',
    tag: 'Workspace',
    summary: 'Read the permissions and remaining allowances of the key',
    tools: [
      {
        name: 'auth_status',
        title: 'Key and allowances',
        description: 'This key’s permissions and remaining allowances.',
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
              permissions: principal.permissions.filter(isV1Permission),
              createdAt: principal.keyCreatedAt,
              expiresAt: principal.keyExpiresAt,
            }
          : null;
      const workspace = { id: principal.workspaceId, name: principal.workspaceName };
      return { status: 200, body: { valid: true as const, key, workspace, limits: await readLimits(ctx) } };
    },
  }),
  defineOperation('listSites', {
    permission: 'read',
    tag: 'Workspace',
    summary: 'List the websites of the workspace',
    tools: [
      {
        name: 'list_sites',
        title: 'List websites',
        description: 'Lists the owned websites; their id is websiteId elsewhere.',
        pages: 'sites',
      },
    ],
    async run(ctx) {
      return { status: 200, body: { sites: (await listSites(ctx)).map(presentWebsite) } };
    },
  }),
  defineOperation('listBenchmarkCases', {
    permission: 'read',
    tag: 'Workspace',
    summary: 'List the saved keyword cases',
    tools: [
      {
        name: 'list_benchmark_cases',
        rarelyNeeded: true,
        title: 'List saved questions',
        description:
          'Lists saved cases of the main engine; their id is caseId elsewhere. list_questions shows every engine.',
        pages: 'cases',
      },
    ],
    async run(ctx) {
      return { status: 200, body: { cases: (await listCases(ctx)).map(presentCase) } };
    },
  }),
];
