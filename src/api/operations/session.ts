import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { seoCallNames, seoCallsOf } from '../../domain/seoReport.ts';
import { listWorkspaces, switchWorkspace } from '../../services/workspaces.ts';
import { defineOperation } from '../defineOperation.ts';
import { recordId } from '../schemas.ts';

const workspaceSchema = z.strictObject({ id: z.string(), name: z.string(), role: z.enum(['owner', 'member']) });

export const sessionOperation = defineOperation({
  id: 'session',
  audience: 'workspace',
  permission: 'read',
  tag: 'Management',
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, and what this deployment answers with',
  output: z.strictObject({
    account: z.strictObject({ id: z.string(), email: z.string() }),
    workspace: z.strictObject({ id: z.string(), name: z.string() }),
    role: z.enum(['owner', 'member']),
    /** Every workspace of the account, this one included. */
    workspaces: z.array(workspaceSchema),
    /** Whether answers and SEO figures come from the bundled simulator. */
    simulated: z.strictObject({ answers: z.boolean(), seo: z.boolean() }),
    model: z.string(),
    /** The calls that one SEO lookup buys. */
    seoCalls: z.array(z.enum(seoCallNames)),
    /** May this account start paid work? */
    maySpend: z.boolean(),
    mcpReachable: z.boolean(),
    publicBaseUrl: z.string(),
  }),
  async run(ctx) {
    const { principal, settings } = ctx;
    if (principal.kind !== 'session') throw new AppError('insufficient_permission', 'Sign in first.');
    const { allowedAccounts } = settings;
    return {
      status: 200,
      body: {
        account: { id: principal.accountId, email: principal.accountEmail },
        workspace: { id: principal.workspaceId, name: principal.workspaceName },
        role: principal.role,
        workspaces: await listWorkspaces(ctx),
        simulated: { answers: ctx.answers.simulated, seo: ctx.seo.simulated },
        model: ctx.answers.defaultModel,
        seoCalls: [...seoCallsOf(settings.seoSecondCall)],
        maySpend: allowedAccounts === null || allowedAccounts.has(principal.accountEmail.toLowerCase()),
        mcpReachable: settings.mcpReachable,
        publicBaseUrl: settings.publicBaseUrl,
      },
    };
  },
});

export const switchWorkspaceOperation = defineOperation({
  id: 'switchWorkspace',
  audience: 'workspace',
  permission: 'read',
  tag: 'Management',
  method: 'PATCH',
  path: '/session',
  summary: 'Work in another workspace of this account; every later call of this session reaches that one only',
  body: z.strictObject({ workspaceId: recordId }),
  output: z.strictObject({ workspace: workspaceSchema }),
  async run(ctx, { body }) {
    return { status: 200, body: { workspace: await switchWorkspace(ctx, body) } };
  },
});
