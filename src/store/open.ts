import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Driver, Kysely, PostgresDialect } from 'kysely';
import { preparedName } from './compiledOnce.ts';
import type { Tables } from './schema.ts';
import { openSqliteFile, sqliteDialect } from './sqliteDialect.ts';
import { assertOutsideTransaction, type Db } from './transaction.ts';

export type Engine = 'sqlite' | 'postgres';

export type Opened = { db: Db; engine: Engine; close(): Promise<void> };

export type Location = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string; poolSize?: number };

export async function openDatabase(location: Location): Promise<Opened> {
  if (location.engine === 'sqlite') {
    mkdirSync(dirname(location.path), { recursive: true });
    const db = new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(location.path)) });
    return { db, engine: 'sqlite', close: () => db.destroy() };
  }
  // Loaded only where it is used: the embedded database needs none of it.
  const { default: pg } = await import('pg');
  const int8 = 20;
  const pool = new pg.Pool({
    connectionString: location.url,
    max: location.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    // As long as the embedded database waits for another writer; a request then answers 503 instead of hanging.
    lock_timeout: 5_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as unknown as import('pg').CustomTypesConfig,
  });
  pool.on('connect', prepareOften);
  // A broken idle connection is replaced by the pool; the next query reports what still fails.
  pool.on('error', () => {});
  const dialect = new PostgresDialect({ pool });
  const guarded = {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: (): Driver => {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = (options) => {
        assertOutsideTransaction('a query on the root handle');
        return acquire(options);
      };
      return driver;
    },
  };
  const db = new Kysely<Tables>({ dialect: guarded });
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/** Gives queries that are run often a name: the server then parses and plans them once a connection. */
function prepareOften(client: import('pg').PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]): unknown => {
    const [text, values] = given;
    const name = typeof text === 'string' && given.length === 2 ? preparedName(text) : undefined;
    return name === undefined ? query(...given) : query({ name, text, values });
  }) as typeof client.query;
}
