import { AppError } from '../domain/errors.ts';
import { type FenceTarget, isFenced, type RestoreFence } from '../domain/runs/restoreFence.ts';
import type { Queryable } from '../store/database/transaction.ts';
import { listFenceMarks } from '../store/operator/restoreFences.ts';

/**
 * Refuses to buy what may have been bought after the state to which this database was restored. The refusal is not
 * saved under the key: once an operator has checked, the same request may buy.
 * @param fence the open one, read in the transaction that reserves
 * @throws creation_unresolved
 */
export async function assertNotFenced(db: Queryable, fence: RestoreFence | null, target: FenceTarget): Promise<void> {
  if (fence === null || !isFenced(await listFenceMarks(db, fence.id), target)) return;
  const what = target.kind === 'case' ? 'this question' : 'this domain';
  throw new AppError(
    'creation_unresolved',
    `This database was restored to ${fence.since}, so later purchases for ${what} are unknown. Nothing is bought until the operator runs \`sightline reconcile-restore\`.`,
    {
      details: {
        field: target.kind === 'case' ? 'caseId' : 'domain',
        reason: 'restored',
        restoredTo: fence.since,
        command: 'sightline reconcile-restore',
      },
      retry: 'same_key',
    },
  );
}
