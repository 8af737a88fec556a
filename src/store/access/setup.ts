import type { Db } from '../database/transaction.ts';

/** Returns true until the first owner exists, whose row is written in the transaction that closes the setup. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  const claimed = await db.selectFrom('setup').select('completed_at').where('id', '=', 1).executeTakeFirst();
  return claimed === undefined;
}
