import type { DatabaseKind } from './open.ts';
import type { Tx } from './transaction.ts';

export type MemberRow = { id: string; accountId: string; role: 'owner' | 'member' };

/**
 * True when the account is a member, who cannot be removed before this transaction ends: what is made on the strength of
 * a membership is then there to be found by its removal. The embedded database locks its whole file anyway.
 */
export async function holdMembership(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  accountId: string,
): Promise<boolean> {
  let member = tx
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', workspaceId)
    .where('userId', '=', accountId);
  if (engine === 'postgres') member = member.forShare();
  return (await member.executeTakeFirst()) !== undefined;
}

/** A member by id, kept from everybody else until this transaction ends; null when the workspace has no such member. */
export async function takeMember(
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
  return { id: row.id, accountId: row.userId, role: row.role === 'owner' ? 'owner' : 'member' };
}

export async function deleteMember(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.deleteFrom('member').where('organizationId', '=', workspaceId).where('id', '=', id).execute();
}
