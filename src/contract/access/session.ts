import { z } from 'zod';
import { roles } from '../../domain/access/roles.ts';
import { seoCallNames } from '../../domain/seo/seoReport.ts';
import { lineOf, recordId } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const workspaceSchema = z.strictObject({ id: z.string(), name: z.string(), role: z.enum(roles) });

/** Signed-in account, and its workspace. */
export const sessionWire = {
  session: wireShape({
    output: z.strictObject({
      account: z.strictObject({ id: z.string(), email: z.string() }),
      workspace: z.strictObject({ id: z.string(), name: z.string() }),
      role: z.enum(roles),
      /** Every workspace of the account, including this one. */
      workspaces: z.array(workspaceSchema),
      /** True if answers or SEO figures come from the bundled simulator. */
      simulated: z.strictObject({ answers: z.boolean(), seo: z.boolean() }),
      model: z.string().nullable(),
      /** Calls bought by one SEO lookup. */
      seoCalls: z.array(z.enum(seoCallNames)),
      /** True if this account may start paid work. */
      maySpend: z.boolean(),
      mcpReachable: z.boolean(),
      publicBaseUrl: z.string(),
    }),
  }),
  switchWorkspace: wireShape({
    body: z.strictObject({ workspaceId: recordId }),
    output: z.strictObject({ workspace: workspaceSchema }),
  }),
  createWorkspace: wireShape({
    body: z.strictObject({ name: lineOf(100) }),
    output: z.strictObject({ workspace: workspaceSchema }),
    statuses: [201],
  }),
  leaveWorkspace: wireShape({ body: z.strictObject({}), ...noContent }),
};
