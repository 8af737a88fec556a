import type { Queryable, Tx } from '../database/transaction.ts';
import { deleteStartedSignIns } from './secondFactors.ts';

/** Opens a reset for an account and ends an earlier open one. Only the digest of its secret is stored. */
export async function openPasswordReset(
  db: Queryable,
  reset: { secretHash: string; accountId: string; createdAt: string; expiresAt: string },
): Promise<void> {
  const { secretHash: secret_hash, createdAt: created_at, expiresAt: expires_at } = reset;
  await db
    .insertInto('password_resets')
    .values({ account_id: reset.accountId, secret_hash, created_at, expires_at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret_hash, created_at, expires_at }))
    .execute();
}

/** Finds the account of an open reset; null for any other secret. */
export async function findPasswordReset(
  db: Queryable,
  secretHash: string,
  now: string,
): Promise<{ accountId: string; email: string } | null> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('user', 'user.id', 'password_resets.account_id')
    .select(['password_resets.account_id', 'user.email'])
    .where('password_resets.secret_hash', '=', secretHash)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { accountId: row.account_id, email: row.email };
}

/** Uses up a reset. Only one caller gets true, so that two tabs cannot both set a password with it. */
export async function consumeReset(tx: Tx, secretHash: string, now: string): Promise<boolean> {
  const deleteResult = await tx
    .deleteFrom('password_resets')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return deleteResult.numDeletedRows === 1n;
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<{ id: string; email: string } | null> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

/** Sets an account's password, and ends its sessions and the sign-ins that wait for a second step. */
export async function replacePassword(tx: Tx, accountId: string, passwordHash: string, now: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: now })
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
    .execute();
  await tx.deleteFrom('session').where('userId', '=', accountId).execute();
  await deleteStartedSignIns(tx, accountId);
}
