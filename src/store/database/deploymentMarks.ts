import type { Db, Queryable } from './transaction.ts';

/**
 * Returns the mark with this name, on which all processes of a database must agree; sets it to `own` if there is none.
 */
export async function readOrSetMark(db: Db, name: string, own: string): Promise<string> {
  await db
    .insertInto('deployment_marks')
    .values({ name, value: own })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('deployment_marks')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function forgetMark(db: Db, name: string): Promise<void> {
  await db.deleteFrom('deployment_marks').where('name', '=', name).execute();
}

export async function readMark(db: Queryable, name: string): Promise<string | null> {
  const row = await db.selectFrom('deployment_marks').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Sets a mark that only grows: the greatest value of several processes wins. */
export async function writeMark(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('deployment_marks')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('deployment_marks.value', '<', value),
    )
    .execute();
}
