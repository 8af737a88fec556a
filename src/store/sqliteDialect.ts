import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { assertOutsideTransaction } from './transaction.ts';

/** How long a write waits for another process (a CLI command beside the server) before it fails, in milliseconds. */
const busyTimeoutMs = 5_000;
const statementCacheSize = 500;

/**
 * Makes the file for its own user only when there is none. SQLite would let others read it; its side files take after it.
 * A file that exists is not touched: to open and close it would drop the locks that this process holds on it.
 */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

/** One connection to one file: WAL, every commit synced, foreign keys on. Throws when the sync setting did not hold. */
export function openSqliteFile(path: string): DatabaseSync {
  makeOwnFile(path);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  const row = database.prepare('PRAGMA synchronous').get();
  // 2 is FULL. Anything less acknowledges commits that a power cut takes back.
  if (row?.synchronous !== 2) throw new Error('SQLite does not sync every commit (PRAGMA synchronous is not FULL)');
  return database;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, reads } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; no caller streams from an embedded file.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream');
  }

  #prepare(sql: string): { statement: StatementSync; reads: boolean } {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    const entry = { statement, reads: statement.columns().length > 0 };
    if (this.#statements.size >= statementCacheSize) this.#statements.clear();
    this.#statements.set(sql, entry);
    return entry;
  }
}

/** A single connection handed from one holder to the next, in the order they asked. */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction('a query on the root handle');
    const turn = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await turn;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Immediate: a deferred transaction that turns to writing can fail halfway when another process writes.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After ENOSPC or an I/O error SQLite has already rolled back by itself.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

class OwnMutexAdapter extends SqliteAdapter {
  // The driver above queues by itself, after its guard; Kysely's own queue would stand before the guard and wait for ever.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Kysely over Node's own SQLite. A condition that a partial index names (`active = 1`, `current = 1`) and a fixed LIMIT
 * are written as literals: with a bound value SQLite prepares the statement anew at each call, which costs several reads.
 */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new OwnMutexAdapter(),
    createDriver: () => new SqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
