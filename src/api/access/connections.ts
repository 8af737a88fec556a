import { listConnections, revokeConnection } from '../../services/access/connections.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { permission: 'read', tag: 'Access' } as const;

export const connectionsOperations: readonly Operation[] = [
  defineOperation('listConnections', {
    ...shared,
    summary: 'Programs that members connected by signing in, with their permissions',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listConnections', { query });
      const { items, nextCursor } = page.close(await listConnections(ctx, page), ({ id }) => ({ at: '', id }));
      const visibleItems = items.map(({ accountId: _account, permissions, ...connection }) => ({
        id: connection.id,
        clientId: connection.clientId,
        clientName: connection.clientName,
        accountEmail: connection.accountEmail,
        permissions: [...permissions],
        connectedAt: connection.connectedAt,
        lastUsedAt: connection.lastUsedAt,
        isYours: connection.isYours,
        mayRevoke: connection.mayRevoke,
      }));
      return { status: 200, body: { items: visibleItems, nextCursor } };
    },
  }),
  defineOperation('revokeConnection', {
    isOwnAct: true,
    ...shared,
    summary: 'Disconnect a program and revoke all its tokens immediately',
    async run(ctx, { params }) {
      await revokeConnection(ctx, params);
      return { status: 204, body: null };
    },
  }),
];
