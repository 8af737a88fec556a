import { openReset } from '../services/access/passwords.ts';
import { isMigrated } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import type { Config } from './config.ts';
import { locationOf } from './openStores.ts';
import { publicAddressOf } from './publicUrl.ts';
import { systemRuntime } from './systemRuntime.ts';

/** A one-time link that sets an account's password, for the operator of this database. @throws AppError */
export async function makeResetLink(
  config: Config,
  email: string,
): Promise<{ email: string; link: string; expiresAt: string }> {
  const database = await openDatabase(locationOf(config));
  try {
    if (!(await isMigrated(database.db)))
      throw new Error('this database is of another version; run `sightline migrate`');
    const { secret, ...made } = await openReset({ db: database.db, runtime: systemRuntime }, email);
    // Behind the mark that browsers never send, so that it stays out of logs and referrers.
    return { ...made, link: `${publicAddressOf(config)}/reset#${secret}` };
  } finally {
    await database.close();
  }
}
