import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { accentFlaw, type Brand, logoFlaw } from '../../domain/sharing/brand.ts';
import type { Membership } from '../../ports/accounts.ts';
import { readWorkspaceBrand, saveWorkspaceBrand } from '../../store/access/workspaceSettings.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { AppContext, Ctx } from '../appContext.ts';
import { assertOwner } from './memberRights.ts';

/** Lists workspaces of the signed-in account. */
export function listWorkspaces(ctx: Ctx): Promise<Membership[]> {
  return ctx.accounts.listMemberships(ctx.principal.accountId);
}

/**
 * Creates a workspace owned by this account. Only an owner may: a further workspace has its own allowances and people,
 * which members and viewers must not obtain. @throws insufficient_permission
 */
export function createWorkspace(ctx: Ctx, input: { name: string }): Promise<Membership> {
  assertOwner(ctx);
  return ctx.accounts.createWorkspace({ accountId: ctx.principal.accountId, name: input.name });
}

/** Reads the name of this workspace and its appearance on shared reports. */
export async function readBrand(ctx: Ctx): Promise<Brand> {
  const brand = await readWorkspaceBrand(ctx.db, ctx.principal.workspaceId);
  if (brand === null) throw notFound('workspace');
  return brand;
}

/**
 * Changes the name of this workspace and its appearance. @throws insufficient_permission, invalid_request naming the
 * field
 */
export async function changeWorkspace(ctx: Ctx, change: Partial<Brand>): Promise<Brand> {
  assertOwner(ctx);
  const flaws = { logo: change.logo && logoFlaw(change.logo), accent: change.accent && accentFlaw(change.accent) };
  for (const [field, flaw] of Object.entries(flaws)) if (flaw) throw invalidField(field, flaw);
  await inTransaction(ctx.db, (tx) => saveWorkspaceBrand(tx, ctx.principal.workspaceId, change));
  return readBrand(ctx);
}

/**
 * Switches the workspace of this session; later calls reach only that one. @throws not_found, for foreign and unknown
 * ones alike
 */
export async function switchWorkspace(ctx: Ctx, input: { workspaceId: string }): Promise<Membership> {
  const { principal } = ctx;
  if (principal.kind !== 'session') throw new AppError('insufficient_permission', 'Sign in first.');
  const workspace = (await listWorkspaces(ctx)).find(({ id }) => id === input.workspaceId);
  if (workspace === undefined || !(await ctx.accounts.chooseWorkspace(principal, workspace.id)))
    throw notFound('workspace');
  return workspace;
}

/** Sets the workspace of a session that starts by joining to the joined one, whatever others the account has. */
export async function enterJoinedWorkspace(app: AppContext, cookie: string, workspaceId: string): Promise<void> {
  const identity = await app.accounts.identify(cookie);
  if (identity !== null) await app.accounts.chooseWorkspace(identity, workspaceId);
}
