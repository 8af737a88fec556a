import { z } from 'zod';
import { permissions } from '../../domain/access/permissions.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const connectionSchema = z
  .strictObject({
    id: z.string(),
    clientId: z
      .string()
      .meta({ description: 'The address of what it says about itself, or the id it registered under.' }),
    clientName: z.string().meta({ description: 'As it calls itself.' }),
    accountEmail: z.string().meta({ description: 'Who let it in, and for whom it acts.' }),
    permissions: z.array(z.enum(permissions)),
    connectedAt: instant,
    lastUsedAt: instant.nullable(),
    isYours: z.boolean(),
    mayRevoke: z.boolean(),
  })
  .meta({ id: 'Connection', description: 'A program that signed in for a member. It never buys alone.' });

/** Programs that signed in with OAuth. */
export const connectionsWire = {
  listConnections: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(connectionSchema) }),
  revokeConnection: wireShape({ params: idParams, ...noContent }),
};
