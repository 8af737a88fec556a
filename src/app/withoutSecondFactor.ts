import { AppError } from '../domain/errors.ts';
import { removeSecondFactor } from '../store/access/secondFactors.ts';
import type { Config } from './config.ts';
import { openExisting } from './existingDatabase.ts';

/**
 * Removes the second factor of an account whose authenticator and codes are lost, so that the password alone signs in.
 * @throws AppError
 */
export async function resetSecondFactor(config: Config, email: string): Promise<void> {
  const { db, databaseKind, close } = await openExisting(config);
  try {
    if (await removeSecondFactor(db, databaseKind, email)) return;
    throw new AppError('not_found', 'No account has this email.', { retry: 'never' });
  } finally {
    await close();
  }
}
