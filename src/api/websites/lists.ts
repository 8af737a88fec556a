import { isV1Permission } from '../../domain/access/permissions.ts';
import { readLimits } from '../../services/access/readLimits.ts';
import { listCases } from '../../services/questions/cases.ts';
import { listSites } from '../../services/websites/sites.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentCase, presentWebsite } from '../present.ts';

const define = operationsOf('Workspace');

export const catalogOperations: readonly Operation[] = [
  define.read('authStatus', {
    summary: 'Read the permissions and remaining allowances of the key',
    tool: {
      title: 'Key and allowances',
      description: 'This key’s permissions and remaining allowances.',
    },
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
      return { valid: true as const, key, workspace, limits: await readLimits(ctx) };
    },
  }),
  define.read('listSites', {
    summary: 'List the websites of the workspace',
    tool: {
      title: 'List websites',
      description: 'Lists the owned websites; their id is websiteId elsewhere.',
      pages: 'sites',
    },
    run: async (ctx) => ({ sites: (await listSites(ctx)).map(presentWebsite) }),
  }),
  define.read('listBenchmarkCases', {
    summary: 'List the saved keyword cases',
    tool: {
      rarelyNeeded: true,
      title: 'List saved questions',
      description:
        'Lists saved cases of the main engine; their id is caseId elsewhere. list_questions shows every engine.',
      pages: 'cases',
    },
    run: async (ctx) => ({ cases: (await listCases(ctx)).map(presentCase) }),
  }),
];
