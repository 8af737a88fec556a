import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { defineOperation } from '../defineOperation.ts';

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
    /** Whether answers and SEO figures come from the bundled simulator. */
    simulated: z.strictObject({ answers: z.boolean(), seo: z.boolean() }),
    model: z.string(),
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
        simulated: { answers: ctx.answers.simulated, seo: ctx.seo.simulated },
        model: ctx.answers.defaultModel,
        maySpend: allowedAccounts === null || allowedAccounts.has(principal.accountEmail.toLowerCase()),
        mcpReachable: settings.mcpReachable,
        publicBaseUrl: settings.publicBaseUrl,
      },
    };
  },
});
