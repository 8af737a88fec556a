import type { DatabaseKind } from '../database/open.ts';
import type { Db, Queryable } from '../database/transaction.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * Deletes the account library's data about unfinished sign-ins: those that wait for a code, and the browsers that
 * earlier versions let skip it.
 */
export async function deleteStartedSignIns(db: Queryable, accountId: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', '=', accountId)
    .where(({ or, eb }) => or([eb('identifier', 'like', '2fa-%'), eb('identifier', 'like', 'trust-device-%')]))
    .execute();
}

/** Removes the second sign-in step from an account, for the operator of this database. False: no such account. */
export async function removeSecondFactor(db: Db, databaseKind: DatabaseKind, email: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await tx.selectFrom('user').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
    if (user === undefined) return false;
    await tx.deleteFrom('twoFactor').where('userId', '=', user.id).execute();
    await deleteStartedSignIns(tx, user.id);
    const twoFactorEnabled = databaseKind === 'sqlite' ? 0 : false;
    await tx.updateTable('user').set({ twoFactorEnabled }).where('id', '=', user.id).execute();
    return true;
  });
}
