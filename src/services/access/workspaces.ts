import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { accentFlaw, type Brand, logoFlaw } from '../../domain/sharing/brand.ts';
import type { Membership } from '../../ports/accounts.ts';
import { readWorkspaceBrand, saveWorkspaceBrand } from '../../store/access/workspaceSettings.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { AppContext, Ctx } from '../appContext.ts';
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

/** The name of this workspace, and how it shows itself on the reports it shares. */
export async function readBrand(ctx: Ctx): Promise<Brand> {
  const brand = await readWorkspaceBrand(ctx.db, ctx.principal.workspaceId);
  if (brand === null) throw notFound('workspace');
  return brand;
}

/** Names this workspace, and sets how it shows itself. @throws insufficient_permission, invalid_request naming the field */
export async function changeWorkspace(ctx: Ctx, change: Partial<Brand>): Promise<Brand> {
  assertOwner(ctx);
  const flaws = { logo: change.logo && logoFlaw(change.logo), accent: change.accent && accentFlaw(change.accent) };
  for (const [field, flaw] of Object.entries(flaws)) if (flaw) throw invalidField(field, flaw);
  await inTransaction(ctx.db, (tx) => saveWorkspaceBrand(tx, ctx.principal.workspaceId, change));
  return readBrand(ctx);
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
export async function enterJoinedWorkspace(app: AppContext, cookie: string, workspaceId: string): Promise<void> {
  const identity = await app.accounts.identify(cookie);
  if (identity !== null) await app.accounts.chooseWorkspace(identity, workspaceId);
}
