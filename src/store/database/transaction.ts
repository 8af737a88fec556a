import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type DatabaseConnection, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** The root handle or a transaction; both have the same interface. */
export type Queryable = Db | Tx;

/** Connection of each open transaction: queries that start together on it are sent together. */
const connections = new WeakMap<Queryable, DatabaseConnection>();

/** Transactions that `commitWith` has committed. */
const ended = new WeakSet<Queryable>();

/** Returns the connection of an open transaction; undefined for the root handle, which has none. */
export function connectionOf(db: Queryable): DatabaseConnection | undefined {
  if (ended.has(db)) throw new Error('a statement was started after the commit of its transaction');
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

/** Connections whose transaction was committed together with its last statements. */
const committed = new WeakSet<DatabaseConnection>();

/** Returns true once for a transaction that `commitWith` has committed. */
export function isCommitted(connection: DatabaseConnection): boolean {
  return committed.delete(connection);
}

/**
 * Sends the commit of a transaction on PostgreSQL with its last statements, which have just been started. Their locks
 * are then held for no round trip. If one fails, nothing is committed. The caller does nothing in the transaction
 * afterwards.
 */
export async function commitWith(tx: Tx, last: readonly Promise<unknown>[]): Promise<void> {
  const connection = connectionOf(tx);
  if (connection === undefined) throw new Error('a commit was attempted outside a transaction');
  const commit = connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
  commit.catch(() => {});
  ended.add(tx);
  // First, so that its own failure is thrown, and not that the commit found a failed transaction.
  await inOneTrip(last);
  const { rows } = await commit;
  if (rows[0]?.command !== 'COMMIT') throw new Error('a transaction was rolled back instead of committed');
  committed.add(connection);
}

/** The code of a division by zero, with which `passIf` fails. */
const overtakenCode = '22012';

/** Error of a transaction whose data changed after it was read. */
export class Overtaken extends Error {
  readonly code = overtakenCode;
}

/** Returns true for the error of `passIf`, and for `Overtaken`. */
export function isOvertaken(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === overtakenCode;
}

/** Selects nothing useful, and fails its transaction on PostgreSQL unless a condition is true (see `isOvertaken`). */
export const passIf = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select 1 / (case when ${condition} then 1 else 0 end) as passed`;

/**
 * Throws inside a transaction. Nothing slow and nothing paid may happen while rows are locked, and a query on the root
 * handle would deadlock on SQLite and silently run outside the transaction on PostgreSQL.
 */
export function assertOutsideTransaction(what: string): void {
  if (current.getStore()?.open === true) throw new Error(`${what} was attempted inside a transaction`);
}
