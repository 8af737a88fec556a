import { migrateToLatest } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import type { Config } from './config.ts';
import { closeDataDirectory } from './dataDirectory.ts';
import { locationOf } from './openStores.ts';
import { endSessions } from './sessionSecret.ts';

/** Brings the configured database up to date without serving. Returns the names of applied migrations. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  closeDataDirectory(config.DATA_DIR);
  const database = await openDatabase(locationOf(config));
  try {
    return await migrateToLatest(database.db, database.databaseKind);
  } finally {
    await database.close();
  }
}

/** Signs everybody out of the configured database. Returns how many sessions ended. */
export async function endAllSessions(config: Config): Promise<number> {
  const database = await openDatabase(locationOf(config));
  try {
    await migrateToLatest(database.db, database.databaseKind);
    return await endSessions(database.db);
  } finally {
    await database.close();
  }
}
