import type { Db } from './transaction.ts';

/** Returns the deployment's own secret of this name, saving `fresh` when there is none yet. */
export async function readOrInsertSecret(db: Db, name: string, fresh: string): Promise<string> {
  await db
    .insertInto('deployment_secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('deployment_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
