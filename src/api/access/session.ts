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
import { defineOperation, type Operation } from '../operation.ts';

export const sessionOperations: readonly Operation[] = [
  defineOperation('session', {
    permission: 'read',
    tag: 'Access',
    summary: 'Read who is signed in, and which engines this deployment simulates',
    async run(ctx) {
      const { principal, settings } = ctx;
      if (principal.kind !== 'session') throw new AppError('insufficient_permission', 'Sign in first.');
      return {
        status: 200,
        body: {
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
        },
      };
    },
  }),
  defineOperation('switchWorkspace', {
    permission: 'read',
    isOwnAct: true,
    tag: 'Access',
    summary: 'Switch this session to another workspace of this account',
    async run(ctx, { body }) {
      return { status: 200, body: { workspace: await switchWorkspace(ctx, body) } };
    },
  }),
  defineOperation('createWorkspace', {
    permission: 'read',
    tag: 'Access',
    summary: 'Create a workspace with its own websites, people, keys and spending; owners only',
    description: 'The session stays in its workspace. Allowances count one owner’s work in all workspaces together.',
    async run(ctx, { body }) {
      return { status: 201, body: { workspace: await createWorkspace(ctx, body) } };
    },
  }),
  defineOperation('readWorkspace', {
    permission: 'read',
    tag: 'Workspace',
    summary: 'Read the workspace name, and its logo and colour on shared reports',
    async run(ctx) {
      return { status: 200, body: { workspace: { id: ctx.principal.workspaceId, ...(await readBrand(ctx)) } } };
    },
  }),
  defineOperation('changeWorkspace', {
    permission: 'read',
    tag: 'Access',
    summary: 'Rename this workspace, or set its logo and colour on shared reports; owners only',
    async run(ctx, { body: { name, logo, accent } }) {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(logo === undefined ? {} : { logo }),
        ...(accent === undefined ? {} : { accent }),
      };
      const workspace = { id: ctx.principal.workspaceId, ...(await changeWorkspace(ctx, change)) };
      return { status: 200, body: { workspace } };
    },
  }),
  defineOperation('leaveWorkspace', {
    permission: 'read',
    isOwnAct: true,
    tag: 'Access',
    summary: 'Leave this workspace; the API keys you created here stop working immediately',
    async run(ctx) {
      await leaveWorkspace(ctx);
      return { status: 204, body: null };
    },
  }),
];
