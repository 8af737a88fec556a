import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { busyTimeoutMs, CommitGroup } from './commitGroup.ts';
import { assertOutsideTransaction, type Db } from './transaction.ts';
import { nextTurn, TurnLength } from './turnLength.ts';

const statementCacheSize = 500;

/**
 * Creates a missing file readable only by its own user, because SQLite would let others read it; side files inherit its
 * mode. An existing file is not touched: opening and closing it would drop this process's locks on it.
 */
export function createOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

/**
 * Opens one connection to one file: WAL, every commit synced, foreign keys on, deleted rows overwritten with zeros, so
 * that deleted data cannot be recovered from the file. Throws if the sync setting did not take effect.
 */
export function openSqliteFile(path: string): DatabaseSync {
  createOwnFile(path);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;',
  );
  const row = database.prepare('PRAGMA synchronous').get();
  // 2 is FULL. With anything less, a power cut can undo acknowledged commits.
  if (row?.synchronous !== 2) throw new Error('SQLite does not sync every commit (PRAGMA synchronous is not FULL)');
  return database;
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

type Prepared = { statement: StatementSync; hasRows: boolean; changesRows: boolean };

const changingWords = ['insert', 'update', 'delete', 'replace'];

/** Returns true for a statement outside a transaction that changes rows, and so waits for the disk. */
function changesRows(sql: string): boolean {
  const text = sql.trimStart().toLowerCase();
  if (text.startsWith('with')) return /\b(?:insert into|update|delete from)\b/.test(text);
  return changingWords.some((word) => text.startsWith(word));
}

/** Statements of the one connection, each prepared once. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): Prepared {
    const cached = this.#prepared.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    const entry = { statement, hasRows: statement.columns().length > 0, changesRows: changesRows(sql) };
    if (this.#prepared.size >= statementCacheSize) this.#prepared.clear();
    this.#prepared.set(sql, entry);
    return entry;
  }
}

function run<R>({ statement, hasRows }: Prepared, query: Query): QueryResult<R> {
  const parameters = query.parameters as SQLInputValue[];
  if (hasRows) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** Passes the one connection from holder to holder, in order of request. */
class Turns {
  #last: Promise<void> = Promise.resolve();
  /** Number of holders and waiting callers. */
  #holders = 0;

  get isTaken(): boolean {
    return this.#holders > 0;
  }

  /** Resolves with a function that ends the turn. */
  async take(): Promise<() => void> {
    this.#holders += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return () => {
      this.#holders -= 1;
      resolve();
    };
  }
}

/**
 * Connection held by one caller at a time. A write is durable when it is acknowledged; the next holder does not wait
 * for that.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #group: CommitGroup;
  readonly #turns: Turns;
  #endTurn: (() => void) | null = null;
  #inTransaction = false;

  constructor(statements: Statements, group: CommitGroup, turns: Turns) {
    this.#statements = statements;
    this.#group = group;
    this.#turns = turns;
  }

  async takeTurn(): Promise<void> {
    this.#endTurn ??= await this.#turns.take();
  }

  release(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }

  async begin(): Promise<void> {
    await this.#group.begin();
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const durable = this.#group.end();
    this.#inTransaction = false;
    this.release();
    await durable;
  }

  rollback(): void {
    if (this.#inTransaction) this.#group.takeBack();
    this.#inTransaction = false;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction) return this.#group.work(() => run<R>(this.#statements.prepare(query.sql), query));
    await this.takeTurn();
    const prepared = this.#statements.prepare(query.sql);
    if (!prepared.changesRows) {
      this.#group.commit();
      return run<R>(prepared, query);
    }
    await this.begin();
    let result: QueryResult<R>;
    try {
      result = this.#group.work(() => run<R>(prepared, query));
    } catch (cause) {
      this.rollback();
      throw cause;
    }
    await this.commit();
    return result;
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; no caller streams from an embedded file.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream');
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #group: CommitGroup;
  readonly #turns = new Turns();
  readonly #turnLength = new TurnLength();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#group = new CommitGroup(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    assertOutsideTransaction('a query on the root handle');
    this.#turnLength.begin();
    const connection = new SqliteConnection(this.#statements, this.#group, this.#turns);
    await connection.takeTurn();
    return connection;
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
    if (this.#turnLength.isLong()) await nextTurn();
  }

  /**
   * Returns rows of a read-only statement immediately if the connection is free and no waiting query has priority;
   * otherwise null.
   */
  tryNow<R>(query: Query): R[] | null {
    assertOutsideTransaction('a query on the root handle');
    if (this.#turns.isTaken || this.#turnLength.isLong()) return null;
    const prepared = this.#statements.prepare(query.sql);
    if (prepared.changesRows) return null;
    // Data read then is on disk.
    this.#group.commit();
    return run<R>(prepared, query).rows;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#group.commit();
    if (this.#database.isOpen) this.#database.close();
  }
}

class OwnMutexAdapter extends SqliteAdapter {
  readonly driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super();
    this.driver = driver;
  }

  // The driver above has its own queue, after its guard; Kysely's queue would come before the guard and wait forever.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Creates Kysely's dialect over Node's own SQLite. A condition of a partial index (`active = 1`, `current = 1`) and a
 * fixed LIMIT are written as literals: with a bound value SQLite would prepare the statement again at each call, which
 * costs several reads.
 */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const driver = new SqliteDriver(database);
  return {
    createAdapter: () => new OwnMutexAdapter(driver),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Returns true for the adapter of an embedded database. */
export function isEmbedded(adapter: object): boolean {
  return adapter instanceof OwnMutexAdapter;
}

/**
 * Runs one statement of the root handle without waiting, if possible: on the embedded database while its connection is
 * free. Null otherwise. Passing the connection between holders costs more than an indexed read.
 */
export function rowsAtOnce<R>(adapter: object, query: Pick<CompiledQuery, 'sql' | 'parameters'>): R[] | null {
  return adapter instanceof OwnMutexAdapter ? adapter.driver.tryNow<R>(query) : null;
}

/** Clears the log of an embedded database, which contains earlier versions of deleted rows. */
export async function clearWriteAheadLog(db: Db): Promise<void> {
  if (isEmbedded(db.getExecutor().adapter)) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}
