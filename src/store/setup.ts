import type { Db } from './transaction.ts';

/** True while no account exists and nobody has begun to make one. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  const claimed = await db.selectFrom('setup').select('completed_at').where('id', '=', 1).executeTakeFirst();
  return claimed === undefined;
}

/** Takes the one chance to make the first owner. False to everyone but one. */
export async function claimSetup(db: Db, now: string): Promise<boolean> {
  const inserted = await db
    .insertInto('setup')
    .values({ id: 1, completed_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Gives the chance back when making the account failed. */
export async function releaseSetup(db: Db): Promise<void> {
  await db.deleteFrom('setup').where('id', '=', 1).execute();
}
