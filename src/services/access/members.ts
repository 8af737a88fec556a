import type { AssignableRole } from '../../domain/access/roles.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import type { Invitation, Member, OpenInvitation } from '../../ports/accounts.ts';
import { revokeKeys } from '../../store/access/apiKeys.ts';
import {
  deleteMember,
  lockMember,
  lockMemberOfAccount,
  type MemberRow,
  saveMemberRole,
} from '../../store/access/members.ts';
import { deleteMemberConnections } from '../../store/access/oauthClients.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';
import { assertOwner, isOwner } from './memberRights.ts';
import { assertPasswordChoice } from './passwords.ts';

/** Lists the members of this workspace and, for owners only, its invitations. */
export async function listMembers(ctx: Ctx): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const { workspaceId } = ctx.principal;
  return {
    members: await ctx.accounts.listMembers(workspaceId),
    invitations: isOwner(ctx) ? await ctx.accounts.listInvitations(workspaceId) : [],
  };
}

/**
 * Creates an invitation link. Only this response contains its secret. @throws insufficient_permission, invalid_request
 */
export async function inviteMember(
  ctx: Ctx,
  input: { email: string; role: AssignableRole },
): Promise<{ invitation: Invitation; link: string }> {
  assertOwner(ctx);
  const { workspaceId, accountId } = ctx.principal;
  const members = await ctx.accounts.listMembers(workspaceId);
  if (members.some((member) => member.email.toLowerCase() === input.email.toLowerCase())) {
    throw invalidField('email', 'is a member already');
  }
  const { invitation, secret } = await ctx.accounts.invite({ workspaceId, inviterId: accountId, ...input });
  // In the fragment, which browsers never send, so that it stays out of logs and referrers.
  return { invitation, link: `${ctx.settings.publicBaseUrl}/join#${secret}` };
}

/** @throws insufficient_permission, not_found */
export async function cancelInvitation(ctx: Ctx, input: { id: string }): Promise<void> {
  assertOwner(ctx);
  if (!(await ctx.accounts.cancelInvitation(ctx.principal.workspaceId, input.id))) throw notFound('member');
}

/**
 * Removes a member; the keys they created here and the programs they connected end immediately, in one transaction. A
 * key created at the same moment is either revoked too, or not created because its creator is gone. @throws
 * insufficient_permission, not_found
 */
export async function removeMember(ctx: Ctx, input: { id: string }): Promise<void> {
  assertOwner(ctx);
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const member = await lockMember(tx, ctx.databaseKind, workspaceId, input.id);
    if (member === null) throw notFound('member');
    if (member.role === 'owner') throw invalidField('id', 'an owner cannot be removed');
    await endMembership(ctx, tx, member);
  });
}

/**
 * Makes a member a viewer, or a viewer a member. A new viewer loses the keys they created here and the programs they
 * connected, in the same transaction; plans that depend on such a key stop buying and report it. @throws
 * insufficient_permission, not_found
 */
export async function changeMember(ctx: Ctx, input: { id: string; role: AssignableRole }): Promise<void> {
  assertOwner(ctx);
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const member = await lockMember(tx, ctx.databaseKind, workspaceId, input.id);
    if (member === null) throw notFound('member');
    if (member.role === 'owner') throw invalidField('id', 'the role of an owner cannot change');
    await saveMemberRole(tx, workspaceId, member.id, input.role);
    if (input.role === 'viewer') await endDelegatedAccess(ctx, tx, member.accountId);
  });
}

/**
 * Removes the account of this session from its workspace, with the keys it created here. The owner cannot leave,
 * because runs count against the owner's allowance.
 * @throws invalid_request for the owner
 */
export async function leaveWorkspace(ctx: Ctx): Promise<void> {
  const { workspaceId, accountId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const member = await lockMemberOfAccount(tx, ctx.databaseKind, workspaceId, accountId);
    if (member === null) throw notFound('workspace');
    if (member.role === 'owner') {
      throw new AppError(
        'invalid_request',
        'The owner cannot leave the workspace, because its runs count against their allowances.',
        { retry: 'never' },
      );
    }
    await endMembership(ctx, tx, member);
  });
}

async function endMembership(ctx: Ctx, tx: Tx, member: MemberRow): Promise<void> {
  const { workspaceId } = ctx.principal;
  await deleteMember(tx, workspaceId, member.id);
  await endDelegatedAccess(ctx, tx, member.accountId);
}

/** Revokes the keys an account created here and the programs it connected. */
async function endDelegatedAccess(ctx: Ctx, tx: Tx, accountId: string): Promise<void> {
  const { workspaceId } = ctx.principal;
  await revokeKeys(tx, workspaceId, accountId, nowIso(ctx));
  await deleteMemberConnections(tx, workspaceId, accountId);
}

/** Returns what the holder of an invitation may see before joining. @throws not_found */
export async function readInvitation(app: AppContext, secret: string): Promise<OpenInvitation> {
  const invitation = await app.accounts.readInvitation(secret);
  if (invitation === null) throw closedInvitation();
  return invitation;
}

/**
 * Joins with a new account, or with the password of the existing account for the email address. @throws not_found,
 * unauthorized
 */
export async function acceptInvitation(
  app: AppContext,
  input: { secret: string; password: string },
): Promise<{ email: string; workspaceId: string }> {
  const open = await readInvitation(app, input.secret);
  if (!open.hasAccount) assertPasswordChoice(input.password, open.email);
  const accepted = await app.accounts.acceptInvitation(input.secret, input.password);
  if (accepted.kind === 'closed') throw closedInvitation();
  if (accepted.kind === 'joined') return { email: accepted.email, workspaceId: accepted.workspaceId };
  throw new AppError('unauthorized', 'An account with this email already exists, and this is not its password.', {
    retry: 'never',
  });
}

/** Creates one error for used, cancelled, expired and unknown secrets. */
function closedInvitation(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid: it was used, withdrawn or has expired. Ask for another.',
    {
      retry: 'never',
    },
  );
}
