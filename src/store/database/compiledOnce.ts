import type { CompiledQuery, Insertable } from 'kysely';
import type { Tables } from '../schema.ts';
import { rowsAtOnce } from './sqliteDialect.ts';
import { connectionOf, type Queryable } from './transaction.ts';

/** Placeholder for an argument while a query is compiled. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

type Compilable<R> = { compile(): CompiledQuery<R> };
/** Query parameters that do not change the text. A null in a comparison would; a list is a PostgreSQL array. */
type Value = string | number | null | readonly string[];

type Compiled = { query: CompiledQuery; slots: readonly (number | null)[] };

/** Frequent SQL, and the name under which PostgreSQL caches its plan. */
const names = new Map<string, string>();

/** Returns the name under which a connection should prepare this text; undefined until it has run often. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

/**
 * Builds and compiles a query once for each database, and then only binds its arguments: compiling costs several times
 * as much as an indexed read. `build` receives placeholders for its arguments, so it must not inspect them.
 */
export function compiledOnce<A extends readonly Value[], R>(
  build: (db: Queryable, ...given: A) => Compilable<R>,
): (db: Queryable, ...given: A) => Promise<R[]> {
  // The adapter is one object shared by a database and all its transactions.
  const compiled = new WeakMap<object, Compiled>();
  return async (db, ...input) => {
    const { adapter } = db.getExecutor();
    let compiledQuery = compiled.get(adapter);
    if (compiledQuery === undefined) {
      compiledQuery = compile(build, db, input.length);
      compiled.set(adapter, compiledQuery);
    }
    const { query, slots } = compiledQuery;
    const parameters = slots.map((slot, index) => (slot === null ? query.parameters[index] : input[slot]));
    const filled = { ...query, parameters } as CompiledQuery<R>;
    const connection = connectionOf(db);
    if (connection !== undefined) return (await connection.executeQuery<R>(filled)).rows;
    const rows = db.isTransaction ? null : rowsAtOnce<R>(adapter, filled);
    return rows ?? (await db.executeQuery(filled)).rows;
  };
}

/** Compiles an insert of one row once. Every row has the same columns. */
export function insertOnce<Table extends keyof Tables & string>(
  table: Table,
): (db: Queryable, row: Insertable<Tables[Table]>) => Promise<void> {
  let columns: string[] | null = null;
  const insert = compiledOnce((db, ...values: Value[]) =>
    db
      .insertInto(table)
      .values(Object.fromEntries((columns ?? []).map((name, at) => [name, values[at]])) as Insertable<Tables[Table]>),
  );
  return async (db, row) => {
    const entry: Readonly<Record<string, unknown>> = row;
    columns ??= Object.keys(entry);
    await insert(db, ...columns.map((name) => (entry[name] ?? null) as Value));
  };
}

function compile<A extends readonly Value[], R>(
  build: (db: Queryable, ...given: A) => Compilable<R>,
  db: Queryable,
  length: number,
): Compiled {
  const stand = Array.from({ length }, (_, index) => new Slot(index));
  const query = build(db, ...(stand as unknown as A)).compile();
  if (!names.has(query.sql)) names.set(query.sql, `often_${names.size}`);
  return { query, slots: query.parameters.map((value) => (value instanceof Slot ? value.index : null)) };
}
