import { AppError } from '../domain/errors.ts';
import { monthPattern } from '../domain/money/month.ts';
import { type Deletion, deleteOldRecords } from '../services/operator/deleteOldRecords.ts';
import type { DeletableKind } from '../store/operator/oldRecords.ts';
import type { Config } from './config.ts';
import { openExisting } from './existingDatabase.ts';
import { systemRuntime } from './systemRuntime.ts';

export type { DeletableKind };

/**
 * Counts, for the operator of the configured database, what runs from before a UTC month have stored in addition to
 * their results, and deletes the selected kinds. @throws invalid_request
 */
export async function deleteOld(config: Config, before: string, kinds: readonly DeletableKind[]): Promise<Deletion> {
  if (!monthPattern.test(before)) {
    throw new AppError('invalid_request', '--before: must be a month such as 2026-01', { retry: 'never' });
  }
  const database = await openExisting(config);
  try {
    return await deleteOldRecords({ db: database.db, runtime: systemRuntime }, { before, kinds });
  } finally {
    await database.close();
  }
}
