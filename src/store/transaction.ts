import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** A query runs on the root handle or inside a transaction; both have the same face. */
export type Queryable = Db | Tx;

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Runs `work` in one transaction: immediate (write-locked) on SQLite, read committed on PostgreSQL. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertOutsideTransaction('a second transaction');
  const scope = { open: true };
  return db.transaction().execute(async (tx) => {
    try {
      return await current.run(scope, () => work(tx));
    } finally {
      scope.open = false;
    }
  });
}

/**
 * Throws inside a transaction. Nothing slow and nothing paid may happen while rows are locked; and a query on the root
 * handle would wait for itself for ever on SQLite, and silently run outside the transaction on PostgreSQL.
 */
export function assertOutsideTransaction(what: string): void {
  if (current.getStore()?.open === true) throw new Error(`${what} was attempted inside a transaction`);
}
