import { AppError, notFound } from '../../domain/errors.ts';
import type { Membership } from '../../ports/accounts.ts';
import { saveWorkspaceName } from '../../store/workspaceSettings.ts';
import type { Ctx, World } from '../world.ts';
import { assertOwner } from './memberRights.ts';

/** Workspaces that the signed-in account belongs to. */
export function listWorkspaces(ctx: Ctx): Promise<Membership[]> {
  return ctx.accounts.listMemberships(ctx.principal.accountId);
}

/**
 * Makes a workspace, owned by this account. Only who owns one may: a further workspace has allowances and people of its
 * own, and neither a member nor a viewer is to come by them. @throws insufficient_permission
 */
export function createWorkspace(ctx: Ctx, input: { name: string }): Promise<Membership> {
  assertOwner(ctx);
  return ctx.accounts.createWorkspace({ accountId: ctx.principal.accountId, name: input.name });
}

/** Names the workspace of this session. @throws insufficient_permission */
export async function changeWorkspace(ctx: Ctx, input: { name: string }): Promise<{ id: string; name: string }> {
  assertOwner(ctx);
  const { workspaceId } = ctx.principal;
  await saveWorkspaceName(ctx.db, workspaceId, input.name);
  return { id: workspaceId, name: input.name };
}

/** Sets the workspace of this session; every later call reaches that one only. @throws not_found, for foreign and unknown alike */
export async function switchWorkspace(ctx: Ctx, input: { workspaceId: string }): Promise<Membership> {
  const { principal } = ctx;
  if (principal.kind !== 'session') throw new AppError('insufficient_permission', 'Sign in first.');
  const workspace = (await listWorkspaces(ctx)).find(({ id }) => id === input.workspaceId);
  if (workspace === undefined || !(await ctx.accounts.chooseWorkspace(principal, workspace.id)))
    throw notFound('workspace');
  return workspace;
}

/** A session that begins by joining begins in the workspace that was joined, whatever others its account has. */
export async function enterJoinedWorkspace(world: World, cookie: string, workspaceId: string): Promise<void> {
  const identity = await world.accounts.identify(cookie);
  if (identity !== null) await world.accounts.chooseWorkspace(identity, workspaceId);
}
