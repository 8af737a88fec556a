import { AppError } from '../../domain/errors.ts';
import { seoCallsOf } from '../../domain/seo/seoReport.ts';
import { maySpend } from '../../services/access/assertMaySpend.ts';
import { leaveWorkspace } from '../../services/access/members.ts';
import {
  changeWorkspace,
  createWorkspace,
  listWorkspaces,
  readBrand,
  switchWorkspace,
} from '../../services/access/workspaces.ts';
import { type Operation, operationsOf } from '../operation.ts';

const access = operationsOf('Access');
const workspace = operationsOf('Workspace');

export const sessionOperations: readonly Operation[] = [
  access.read('session', {
    summary: 'Read who is signed in, and which engines this deployment simulates',
    async run(ctx) {
      const { principal, settings } = ctx;
      if (principal.kind !== 'session') throw new AppError('insufficient_permission', 'Sign in first.');
      return {
        account: { id: principal.accountId, email: principal.accountEmail },
        workspace: { id: principal.workspaceId, name: principal.workspaceName },
        role: principal.role,
        workspaces: await listWorkspaces(ctx),
        simulated: { answers: ctx.engines.declared.simulated, seo: ctx.seo.simulated },
        model: ctx.engines.declared.defaultModel,
        seoCalls: [...seoCallsOf(settings.seoSecondCall)],
        maySpend: maySpend(ctx),
        mcpReachable: settings.mcpReachable,
        publicBaseUrl: settings.publicBaseUrl,
      };
    },
  }),
  access.read('switchWorkspace', {
    isOwnAct: true,
    summary: 'Switch this session to another workspace of this account',
    run: async (ctx, { body }) => ({ workspace: await switchWorkspace(ctx, body) }),
  }),
  access.read('createWorkspace', {
    summary: 'Create a workspace with its own websites, people, keys and spending; owners only',
    description: 'The session stays in its workspace. Allowances count one owner’s work in all workspaces together.',
    run: async (ctx, { body }) => ({ workspace: await createWorkspace(ctx, body) }),
  }),
  workspace.read('readWorkspace', {
    summary: 'Read the workspace name, and its logo and colour on shared reports',
    run: async (ctx) => ({ workspace: { id: ctx.principal.workspaceId, ...(await readBrand(ctx)) } }),
  }),
  access.read('changeWorkspace', {
    summary: 'Rename this workspace, or set its logo and colour on shared reports; owners only',
    async run(ctx, { body: { name, logo, accent } }) {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(logo === undefined ? {} : { logo }),
        ...(accent === undefined ? {} : { accent }),
      };
      return { workspace: { id: ctx.principal.workspaceId, ...(await changeWorkspace(ctx, change)) } };
    },
  }),
  access.read('leaveWorkspace', {
    isOwnAct: true,
    summary: 'Leave this workspace; the API keys you created here stop working immediately',
    run: (ctx) => leaveWorkspace(ctx),
  }),
];
