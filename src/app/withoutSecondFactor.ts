import type { Kysely } from 'kysely';
import { AppError } from '../domain/errors.ts';
import { removeSecondFactor } from '../providers/accounts/secondFactor.ts';
import { isMigrated } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import type { Config } from './config.ts';
import { locationOf } from './openStores.ts';

/** Lets somebody who lost their authenticator and their codes sign in with the password alone. @throws AppError */
export async function takeSecondFactor(config: Config, email: string): Promise<void> {
  const { db, databaseKind, close } = await openDatabase(locationOf(config));
  try {
    if (!(await isMigrated(db))) throw new Error('this database is of another version; run `sightline migrate`');
    if (await removeSecondFactor(db as unknown as Kysely<unknown>, databaseKind, email)) return;
    throw new AppError('not_found', 'There is no account with this e-mail.', { retry: 'never' });
  } finally {
    await close();
  }
}
