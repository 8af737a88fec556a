import type { Refusal, RefusalKind } from '../../domain/plans/refusal.ts';
import type { Tx } from '../database/transaction.ts';

/** Records that a run was refused, in the transaction that ends it: nothing was bought. */
export async function insertRefusal(
  tx: Tx,
  run: { id: string; workspaceId: string },
  { kind, retryAfterSeconds }: Pick<Refusal, 'retryAfterSeconds'> & { kind: RefusalKind },
): Promise<void> {
  await tx
    .insertInto('run_refusals')
    .values({ run_id: run.id, workspace_id: run.workspaceId, kind, retry_after_seconds: retryAfterSeconds })
    .execute();
}
