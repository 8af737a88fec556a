import { z } from 'zod';
import { permissions } from '../../domain/access/permissions.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const connectionSchema = z
  .strictObject({
    id: z.string(),
    clientId: z.string().meta({ description: 'Address of its metadata document, or the id it registered with.' }),
    clientName: z.string().meta({ description: 'Its self-declared name.' }),
    accountEmail: z.string().meta({ description: 'Member who connected it and for whom it acts.' }),
    permissions: z.array(z.enum(permissions)),
    connectedAt: instant,
    lastUsedAt: instant.nullable(),
    isYours: z.boolean(),
    mayRevoke: z.boolean(),
  })
  .meta({ id: 'Connection', description: 'A program connected by a member. Each purchase needs a member’s approval.' });

/** Programs that signed in with OAuth. */
export const connectionsWire = {
  listConnections: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(connectionSchema) }),
  revokeConnection: wireShape({ params: idParams, ...noContent }),
};
