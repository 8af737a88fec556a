import { sql } from 'kysely';
import type { Outcome, PaidOperation } from '../../domain/runs/idempotency.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

export type RememberedOutcome = { fingerprint: string; outcome: Outcome | null };

export type KeyScope = { workspaceId: string; operation: PaidOperation; key: string };

/**
 * Claims a key by inserting it, so that exactly one of several equal requests wins. Returns null to the winner. The
 * others wait for its transaction, and get the saved outcome.
 */
export async function claimKey(
  tx: Tx,
  scope: KeyScope,
  fingerprint: string,
  now: string,
): Promise<RememberedOutcome | null> {
  const { workspaceId, operation, key } = scope;
  const inserted = await insertKey(tx, workspaceId, operation, key, fingerprint, now);
  if (inserted.length === 1) return null;
  return recall(tx, scope);
}

const insertKey = compiledOnce(
  (db, workspaceId: string, operation: string, key: string, fingerprint: string, now: string) =>
    db
      .insertInto('idempotency_keys')
      .values({
        workspace_id: workspaceId,
        operation,
        key,
        fingerprint,
        outcome: sql.lit('null'),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'operation', 'key']).doNothing())
      .returning('key'),
);

/**
 * Returns the outcome saved under a key; null if the key is new. Never expires: a paid key lives as long as its
 * receipt.
 */
async function recall(db: Queryable, scope: KeyScope): Promise<RememberedOutcome | null> {
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

/** Saves the winner's outcome, in the transaction that claimed the key. */
export async function rememberOutcome(tx: Tx, scope: KeyScope, outcome: Outcome): Promise<void> {
  await writeOutcome(tx, JSON.stringify(outcome), scope.workspaceId, scope.operation, scope.key);
}

const writeOutcome = compiledOnce((db, outcome: string, workspaceId: string, operation: string, key: string) =>
  db
    .updateTable('idempotency_keys')
    .set({ outcome })
    .where('workspace_id', '=', workspaceId)
    .where('operation', '=', operation)
    .where('key', '=', key),
);
