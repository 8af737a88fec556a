import type { Db } from '../database/transaction.ts';

/** True until the first owner exists; that row and the owner's are written in one transaction. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  const claimed = await db.selectFrom('setup').select('completed_at').where('id', '=', 1).executeTakeFirst();
  return claimed === undefined;
}
