import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type DatabaseConnection, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** The root handle or a transaction; both have the same interface. */
export type Queryable = Db | Tx;

/** Connection of each open transaction: queries that start together on it are sent together. */
const connections = new WeakMap<Queryable, DatabaseConnection>();

/** Returns the connection of an open transaction; undefined for the root handle, which has none. */
export function connectionOf(db: Queryable): DatabaseConnection | undefined {
  return connections.get(db);
}

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Runs `work` in one transaction: immediate (write-locked) on SQLite, read committed on PostgreSQL. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertOutsideTransaction('a second transaction');
  const scope = { open: true };
  return db.transaction().execute(async (tx) => {
    connections.set(tx, await tx.getExecutor().provideConnection(async (connection) => connection));
    try {
      return await current.run(scope, () => work(tx));
    } finally {
      scope.open = false;
      connections.delete(tx);
    }
  });
}

/** Sets a savepoint, to which later writes of this transaction can be rolled back. A transaction has one savepoint. */
export async function setSavepoint(tx: Tx): Promise<void> {
  const connection = connectionOf(tx);
  await (connection === undefined ? tx.executeQuery(savepointHere) : connection.executeQuery(savepointHere));
}

export async function rollBackToSavepoint(tx: Tx): Promise<void> {
  await tx.executeQuery(backToSavepoint);
}

const savepointHere = CompiledQuery.raw('savepoint written_together');
const backToSavepoint = CompiledQuery.raw('rollback to savepoint written_together');

/**
 * Awaits independent queries. Started together, they are one round trip to PostgreSQL, which runs them in order; and
 * all of them have ended before a failed one lets the transaction end.
 */
export async function inOneTrip<T extends readonly unknown[]>(begun: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const ended = await Promise.allSettled(begun);
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/**
 * Throws inside a transaction. Nothing slow and nothing paid may happen while rows are locked, and a query on the root
 * handle would deadlock on SQLite and silently run outside the transaction on PostgreSQL.
 */
export function assertOutsideTransaction(what: string): void {
  if (current.getStore()?.open === true) throw new Error(`${what} was attempted inside a transaction`);
}
