import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type { Tables } from '../schema.ts';
import { createPostgresPool } from './postgresPool.ts';
import { openSqliteFile, sqliteDialect } from './sqliteDialect.ts';
import { assertOutsideTransaction, type Db, isCommitted } from './transaction.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export type OpenDatabase = { db: Db; databaseKind: DatabaseKind; close(): Promise<void> };

export type Location =
  | { databaseKind: 'sqlite'; path: string }
  /** `bounded`: every query has a time limit, for processes that serve requests. */
  | { databaseKind: 'postgres'; url: string; poolSize?: number; bounded?: boolean };

/** PostgreSQL refuses an empty list, which SQLite reads as `false`. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

export async function openDatabase(location: Location): Promise<OpenDatabase> {
  if (location.databaseKind === 'sqlite') {
    mkdirSync(dirname(location.path), { recursive: true, mode: 0o700 });
    const db = new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(location.path)), plugins });
    return { db, databaseKind: 'sqlite', close: () => db.destroy() };
  }
  // Loaded on demand: the embedded database does not need it.
  const { default: pg } = await import('pg');
  const pool = createPostgresPool(pg, {
    url: location.url,
    poolSize: location.poolSize ?? 10,
    patient: location.bounded !== true,
  });
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
      const commit = driver.commitTransaction.bind(driver);
      driver.commitTransaction = async (connection) => {
        if (!isCommitted(connection)) await commit(connection);
      };
      return driver;
    },
  };
  const db = new Kysely<Tables>({ dialect: guarded, plugins });
  return { db, databaseKind: 'postgres', close: () => db.destroy() };
}
