import { openDatabase } from '../store/database/open.ts';
import { migrateToLatest } from '../store/migrate.ts';
import type { Config } from './config.ts';
import { closeDataDirectory } from './dataDirectory.ts';
import { openExisting } from './existingDatabase.ts';
import { locationOf } from './openStores.ts';
import { countOpenSessions, endSessions } from './sessionSecret.ts';

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

/** Counts the sessions of the configured database. @throws ConfigError */
export async function countSessions(config: Config): Promise<number> {
  const database = await openExisting(config);
  try {
    return await countOpenSessions(database.db);
  } finally {
    await database.close();
  }
}

/** Signs everyone out of the configured database. Returns how many sessions ended. @throws ConfigError */
export async function endAllSessions(config: Config): Promise<number> {
  const database = await openExisting(config);
  try {
    return await endSessions(database.db);
  } finally {
    await database.close();
  }
}
