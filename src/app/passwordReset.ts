import { openReset } from '../services/access/passwords.ts';
import type { Config } from './config.ts';
import { openExisting } from './existingDatabase.ts';
import { publicAddressOf } from './publicUrl.ts';
import { systemRuntime } from './systemRuntime.ts';

/** Creates a one-time link that sets an account's password, for the operator of this database. @throws AppError */
export async function createResetLink(
  config: Config,
  email: string,
): Promise<{ email: string; link: string; expiresAt: string }> {
  const database = await openExisting(config);
  try {
    const { secret, ...created } = await openReset({ db: database.db, runtime: systemRuntime }, email);
    // In the fragment, which browsers never send, so that it stays out of logs and referrers.
    return { ...created, link: `${publicAddressOf(config)}/reset#${secret}` };
  } finally {
    await database.close();
  }
}
