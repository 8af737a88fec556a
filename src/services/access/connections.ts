import { notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import {
  type Connection,
  deleteConnection,
  findConnectionAccount,
  listConnectionRows,
} from '../../store/access/oauthClients.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { endRoundsOfPayer } from '../../store/plans/rounds.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { assertMayManage, mayManage } from './memberRights.ts';

/** Lists programs that are connected to the workspace, with what this caller may do to each. */
export async function listConnections(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number },
): Promise<(Connection & { isYours: boolean; mayRevoke: boolean })[]> {
  const all = await mayManage(ctx);
  const rows = await listConnectionRows(ctx.db, ctx.principal.workspaceId, page);
  return rows.map((connection) => {
    const isYours = connection.accountId === ctx.principal.accountId;
    return { ...connection, isYours, mayRevoke: isYours || all };
  });
}

/**
 * Disconnects immediately: the next request with any of its tokens is 401, and its rounds send nothing more. @throws
 * not_found, insufficient_permission
 */
export async function revokeConnection(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { workspaceId, accountId } = ctx.principal;
  const owner = await findConnectionAccount(ctx.db, workspaceId, id);
  if (owner === null) throw notFound('connection');
  if (owner !== accountId) await assertMayManage(ctx, 'disconnect a program that another member connected');
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteConnection(tx, workspaceId, id))) throw notFound('connection');
    await endRoundsOfPayer(tx, workspaceId, id, nowIso(ctx));
  });
}
