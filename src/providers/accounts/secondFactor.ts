import type { Kysely } from 'kysely';

type Tables = {
  user: { id: string; email: string; twoFactorEnabled: boolean | number };
  twoFactor: { userId: string };
};

/** Takes the second step of signing in from an account, for the operator of this database. False: no such account. */
export async function removeSecondFactor(
  db: Kysely<unknown>,
  engine: 'sqlite' | 'postgres',
  email: string,
): Promise<boolean> {
  return (db as Kysely<Tables>).transaction().execute(async (tx) => {
    const user = await tx.selectFrom('user').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
    if (user === undefined) return false;
    await tx.deleteFrom('twoFactor').where('userId', '=', user.id).execute();
    const twoFactorEnabled = engine === 'sqlite' ? 0 : false;
    await tx.updateTable('user').set({ twoFactorEnabled }).where('id', '=', user.id).execute();
    return true;
  });
}
