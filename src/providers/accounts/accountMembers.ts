import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type AssignableRole, assignableRoles, roleOf } from '../../domain/access/roles.ts';
import type { Invitation, Member, Membership } from '../../ports/accounts.ts';
import type { AccountTables, Dated } from './accountRows.ts';

const iso = (value: Dated): string => new Date(value).toISOString();

/** Invitations from before viewers existed always state `member`. */
const givenRoleOf = (saved: string | null): AssignableRole =>
  assignableRoles.find((role) => role === saved) ?? 'viewer';

/** Derives an invitation's id from the digest of its secret: a reader of the table cannot use the invitation. */
function idOf(secret: string): string {
  return `inv_${createHash('sha256').update(secret).digest('hex')}`;
}

export async function listMemberships(db: Kysely<AccountTables>, accountId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'member.role'])
    .where('member.userId', '=', accountId)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .execute();
  return rows.map(({ id, name, role }) => ({ id, name, role: roleOf(role) }));
}

/**
 * Checks the membership and sets it in one statement, so that an account cannot enter a workspace it is being removed
 * from.
 */
export async function chooseWorkspace(
  db: Kysely<AccountTables>,
  session: { sessionId: string; accountId: string },
  workspaceId: string,
): Promise<boolean> {
  const updateResult = await db
    .updateTable('session')
    .set({ activeOrganizationId: workspaceId })
    .where('id', '=', session.sessionId)
    .where('userId', '=', session.accountId)
    .where((is) =>
      is.exists(
        is
          .selectFrom('member')
          .select('member.id')
          .where('member.userId', '=', session.accountId)
          .where('member.organizationId', '=', workspaceId),
      ),
    )
    .executeTakeFirst();
  return updateResult.numUpdatedRows === 1n;
}

export async function listMembers(db: Kysely<AccountTables>, workspaceId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['member.id', 'member.userId', 'member.role', 'member.createdAt', 'user.email'])
    .where('member.organizationId', '=', workspaceId)
    .orderBy('member.createdAt')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.userId,
    email: row.email,
    role: roleOf(row.role),
    joinedAt: iso(row.createdAt),
  }));
}

export async function listInvitations(
  db: Kysely<AccountTables>,
  workspaceId: string,
  now: number,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(['id', 'email', 'role', 'expiresAt', 'createdAt'])
    .where('organizationId', '=', workspaceId)
    .where('status', '=', 'pending')
    .orderBy('createdAt', 'desc')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      email: row.email,
      role: givenRoleOf(row.role),
      createdAt: iso(row.createdAt),
      expiresAt: iso(row.expiresAt),
    }))
    .filter((invitation) => Date.parse(invitation.expiresAt) > now);
}

export async function insertInvitation(
  db: Kysely<AccountTables>,
  input: {
    workspaceId: string;
    inviterId: string;
    email: string;
    role: AssignableRole;
    now: number;
    expiresAt: number;
  },
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = randomBytes(32).toString('base64url');
  const invitation = {
    id: idOf(secret),
    email: input.email.toLowerCase(),
    role: input.role,
    createdAt: new Date(input.now).toISOString(),
    expiresAt: new Date(input.expiresAt).toISOString(),
  };
  await db
    .insertInto('invitation')
    .values({
      ...invitation,
      organizationId: input.workspaceId,
      status: 'pending',
      inviterId: input.inviterId,
    })
    .execute();
  return { invitation, secret };
}

export async function cancelInvitation(db: Kysely<AccountTables>, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('invitation')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('organizationId', '=', workspaceId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export type OpenInvitation = {
  id: string;
  email: string;
  role: AssignableRole;
  workspaceId: string;
  workspaceName: string;
  accountId: string | null;
};

/**
 * Finds the pending, unexpired invitation for a secret, and the account its email already has; null for any other
 * secret.
 */
export async function findInvitation(
  db: Kysely<AccountTables>,
  secret: string,
  now: number,
): Promise<OpenInvitation | null> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .leftJoin('user', 'user.email', 'invitation.email')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.expiresAt',
      'organization.id as workspaceId',
      'organization.name as workspaceName',
      'user.id as accountId',
    ])
    .where('invitation.id', '=', idOf(secret))
    .where('invitation.status', '=', 'pending')
    .executeTakeFirst();
  if (row === undefined || Date.parse(iso(row.expiresAt)) <= now) return null;
  const { id, email, workspaceId, workspaceName, accountId } = row;
  return { id, email, role: givenRoleOf(row.role), workspaceId, workspaceName, accountId };
}

/** Lists the pending, unexpired invitations for an email. */
export async function listOpenInvitations(
  db: Kysely<AccountTables>,
  email: string,
  now: number,
): Promise<Pick<OpenInvitation, 'id' | 'workspaceId' | 'role'>[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(['id', 'organizationId', 'role', 'expiresAt'])
    .where('email', '=', email.toLowerCase())
    .where('status', '=', 'pending')
    .execute();
  return rows
    .filter(({ expiresAt }) => Date.parse(iso(expiresAt)) > now)
    .map(({ id, organizationId, role }) => ({ id, workspaceId: organizationId, role: givenRoleOf(role) }));
}

/** Uses up an invitation. Only one caller gets true, so two tabs cannot both join with it. */
export async function acceptOnce(db: Kysely<AccountTables>, id: string): Promise<boolean> {
  const outcome = await db
    .updateTable('invitation')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return outcome.numUpdatedRows === 1n;
}

export async function insertMember(
  db: Kysely<AccountTables>,
  member: { id: string; userId: string; workspaceId: string; role: AssignableRole; now: number },
): Promise<void> {
  const exists = await db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', member.userId)
    .where('organizationId', '=', member.workspaceId)
    .executeTakeFirst();
  if (exists !== undefined) return;
  await db
    .insertInto('member')
    .values({
      id: member.id,
      userId: member.userId,
      organizationId: member.workspaceId,
      role: member.role,
      createdAt: new Date(member.now).toISOString(),
    })
    .execute();
}
