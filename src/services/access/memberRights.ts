import { AppError } from '../../domain/errors.ts';
import {
  readWorkspaceSettings,
  saveWorkspaceSettings,
  type WorkspaceSettings,
} from '../../store/access/workspaceSettings.ts';
import type { Ctx } from '../appContext.ts';

/** Returns true for an owner in a session; a key never has an owner's rights. */
export function isOwner(ctx: Ctx): boolean {
  return ctx.principal.kind === 'session' && ctx.principal.role === 'owner';
}

/** @throws insufficient_permission */
export function assertOwner(ctx: Ctx): void {
  if (isOwner(ctx)) return;
  throw new AppError('insufficient_permission', 'Only an owner of the workspace may do this.', { retry: 'never' });
}

/** Reads the rights that the owner gave the members of this workspace. */
export function readMemberRights(ctx: Ctx): Promise<WorkspaceSettings> {
  return readWorkspaceSettings(ctx.db, ctx.principal.workspaceId);
}

/** @throws insufficient_permission unless the caller is an owner */
export async function changeMemberRights(ctx: Ctx, rights: WorkspaceSettings): Promise<WorkspaceSettings> {
  assertOwner(ctx);
  await saveWorkspaceSettings(ctx.db, ctx.principal.workspaceId, rights);
  return rights;
}

/**
 * Returns true if this caller may archive or revoke what others created: an owner always, a member if the owner allows
 * it. A key counts as its creator; its permissions decide which operations it may call at all.
 */
export async function mayManage(ctx: Ctx): Promise<boolean> {
  const { principal } = ctx;
  if (principal.kind === 'capability' || principal.role === 'viewer') return false;
  return principal.role === 'owner' || (await readMemberRights(ctx)).membersManage;
}

/** @param what the refused action, as in "archive a website". @throws insufficient_permission */
export async function assertMayManage(ctx: Ctx, what: string): Promise<void> {
  if (await mayManage(ctx)) return;
  throw new AppError(
    'insufficient_permission',
    `Only an owner may ${what} here. An owner can allow this for members in Settings, Members.`,
    { retry: 'never' },
  );
}
