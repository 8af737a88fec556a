import { existsSync } from 'node:fs';
import { type OpenDatabase, openDatabase } from '../store/database/open.ts';
import type { Db } from '../store/database/transaction.ts';
import { isMigrated, newerMigrations, newerSchemaText } from '../store/migrate.ts';
import { type Config, ConfigError } from './config.ts';
import { locationOf } from './openStores.ts';

/**
 * Opens the database of a command that works on a server's existing one: it never creates or migrates it, because a
 * wrong folder would then look like an empty server. @throws ConfigError if there is none, or if its schema belongs to
 * another version
 */
export async function openExisting(config: Config): Promise<OpenDatabase> {
  const location = locationOf(config);
  if (location.databaseKind === 'sqlite' && !existsSync(location.path)) {
    throw new ConfigError(
      `DATA_DIR: found no database at ${location.path}. Run this where the server runs, or set its DATA_DIR or DATABASE_URL`,
    );
  }
  const database = await openDatabase(location);
  try {
    await assertCurrent(database.db);
    return database;
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

/** Refuses a schema of another version. @throws ConfigError */
export async function assertCurrent(db: Db): Promise<void> {
  const newer = await newerMigrations(db);
  if (newer.length > 0) throw new ConfigError(newerSchemaText(newer));
  if (!(await isMigrated(db))) throw new ConfigError('this database has another version; run `sightline migrate`');
}
