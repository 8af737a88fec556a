import type { Outcome, PaidOperation } from '../domain/runs/idempotency.ts';
import type { Queryable, Tx } from './transaction.ts';

export type RememberedOutcome = { fingerprint: string; outcome: Outcome | null };

type Scope = { workspaceId: string; operation: PaidOperation; key: string };

/**
 * Claims a key by inserting it, so that of any number of equal requests exactly one wins. Returns null to the winner,
 * and what is remembered to everyone else (who waited for the winner's transaction).
 */
export async function claimKey(
  tx: Tx,
  scope: Scope,
  fingerprint: string,
  now: string,
): Promise<RememberedOutcome | null> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({
      workspace_id: scope.workspaceId,
      operation: scope.operation,
      key: scope.key,
      fingerprint,
      outcome: 'null',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'operation', 'key']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return null;
  return recall(tx, scope);
}

/** What a key remembers, or null when it is new. Never expires: a paid key lives as long as its receipt. */
async function recall(db: Queryable, scope: Scope): Promise<RememberedOutcome | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'outcome'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('operation', '=', scope.operation)
    .where('key', '=', scope.key)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { fingerprint: row.fingerprint, outcome: JSON.parse(row.outcome) as Outcome | null };
}

/** Writes the winner's outcome, in the transaction that claimed the key. */
export async function rememberOutcome(tx: Tx, scope: Scope, outcome: Outcome): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ outcome: JSON.stringify(outcome) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('operation', '=', scope.operation)
    .where('key', '=', scope.key)
    .execute();
}
