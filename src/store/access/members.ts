import { type AssignableRole, type Role, roleOf } from '../../domain/access/roles.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Tx } from '../database/transaction.ts';

export type MemberRow = { id: string; accountId: string; role: Role };

/**
 * Returns the account's role in the workspace, or null, and locks it until this transaction ends: its removal then sees
 * everything that was created by virtue of the membership. The embedded database locks its whole file anyway.
 */
export async function holdMembership(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  accountId: string,
): Promise<Role | null> {
  let member = tx
    .selectFrom('member')
    .select('role')
    .where('organizationId', '=', workspaceId)
    .where('userId', '=', accountId);
  if (engine === 'postgres') member = member.forShare();
  const row = await member.executeTakeFirst();
  return row === undefined ? null : roleOf(row.role);
}

/** Finds a member by id and locks the row until this transaction ends; null if the workspace has no such member. */
export async function lockMember(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  id: string,
): Promise<MemberRow | null> {
  let member = tx
    .selectFrom('member')
    .select(['id', 'userId', 'role'])
    .where('organizationId', '=', workspaceId)
    .where('id', '=', id);
  if (engine === 'postgres') member = member.forUpdate();
  const row = await member.executeTakeFirst();
  if (row === undefined) return null;
  return { id: row.id, accountId: row.userId, role: roleOf(row.role) };
}

/** Finds an account's membership and locks the row; null if the account is not a member. */
export async function lockMemberOfAccount(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  accountId: string,
): Promise<MemberRow | null> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', workspaceId)
    .where('userId', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : lockMember(tx, engine, workspaceId, row.id);
}

export async function saveMemberRole(tx: Tx, workspaceId: string, id: string, role: AssignableRole): Promise<void> {
  await tx.updateTable('member').set({ role }).where('organizationId', '=', workspaceId).where('id', '=', id).execute();
}

export async function deleteMember(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.deleteFrom('member').where('organizationId', '=', workspaceId).where('id', '=', id).execute();
}
