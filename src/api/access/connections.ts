import { listConnections, revokeConnection } from '../../services/access/connections.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Access');

export const connectionsOperations: readonly Operation[] = [
  define.read('listConnections', {
    summary: 'Programs that members connected by signing in, with their permissions',
    run: async (ctx, { page }) =>
      page.close(
        await listConnections(ctx, page),
        ({ id }) => ({ at: '', id }),
        ({ id, clientId, clientName, accountEmail, permissions, connectedAt, lastUsedAt, isYours, mayRevoke }) => ({
          ...{ id, clientId, clientName, accountEmail, connectedAt, lastUsedAt, isYours, mayRevoke },
          permissions: [...permissions],
        }),
      ),
  }),
  define.read('revokeConnection', {
    isOwnAct: true,
    summary: 'Disconnect a program and revoke all its tokens immediately',
    run: (ctx, { params }) => revokeConnection(ctx, params),
  }),
];
