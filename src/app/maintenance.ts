import { migrateToLatest } from '../store/migrate.ts';
import { openDatabase } from '../store/open.ts';
import { locationOf } from './build.ts';
import type { Config } from './config.ts';

/** Brings the configured database up to date without serving. Returns the names of applied migrations. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const opened = await openDatabase(locationOf(config));
  try {
    return await migrateToLatest(opened.db, opened.engine);
  } finally {
    await opened.close();
  }
}
