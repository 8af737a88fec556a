import { join, resolve } from 'node:path';
import type { Log } from '../ports/log.ts';
import { type RunningClock, startEmbeddedClock } from '../providers/clock/embeddedClock.ts';
import { startSharedClock } from '../providers/clock/sharedClock.ts';
import { type Location, type OpenDatabase, openDatabase } from '../store/database/open.ts';
import { readDatabaseTime } from '../store/database/time.ts';
import { migrateToLatest, NewerSchemaError } from '../store/migrate.ts';
import { openEmbeddedRequestLog } from '../store/requests/embeddedLog.ts';
import type { RequestLog } from '../store/requests/log.ts';
import { sharedRequestLog } from '../store/requests/sharedLog.ts';
import { type Config, ConfigError } from './config.ts';
import { closeDataDirectory } from './dataDirectory.ts';
import { assertSharedSecret, readSessionSecret } from './sessionSecret.ts';
import { systemRuntime } from './systemRuntime.ts';

/** All data stores of a process, open and migrated. */
export type Stores = { dataDir: string; sessionSecret: string; database: OpenDatabase; requestLog: RequestLog };

export function locationOf(config: Config): Location {
  return config.DATABASE_URL === undefined
    ? { databaseKind: 'sqlite', path: join(resolve(config.DATA_DIR), 'sightline.sqlite') }
    : { databaseKind: 'postgres', url: config.DATABASE_URL };
}

/**
 * Opens the data folder, the request log and the database, and migrates it. @throws ConfigError in one line for a
 * person
 */
export async function openStores(config: Config, log: Log): Promise<Stores> {
  const dataDir = resolve(config.DATA_DIR);
  const { closed, leftOpen } = closeDataDirectory(dataDir);
  if (closed > 0 || leftOpen.length > 0) {
    log.warn({ dataDir, closed, leftOpen }, 'other users of this machine could read the data directory');
  }
  const sessionSecret = readSessionSecret(config);
  // Locked before the database is opened: a second server must not even migrate it.
  const embeddedLog =
    config.DATABASE_URL === undefined
      ? openEmbeddedRequestLog(dataDir, (file, cause) =>
          log.error({ file, cause }, 'the request log was damaged; set it aside and started an empty one'),
        )
      : null;
  let database: OpenDatabase | null = null;
  try {
    database = await openMigrated(locationOf(config));
    // A worker has no sign-ins, and may run on another machine.
    if (database.databaseKind === 'postgres' && config.ROLE !== 'worker') {
      await assertSharedSecret(database.db, sessionSecret);
    }
  } catch (cause) {
    await database?.close();
    embeddedLog?.close();
    if (cause instanceof ConfigError) throw cause;
    const where = config.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    if (cause instanceof NewerSchemaError) throw new ConfigError(`${where}: ${cause.message}`);
    throw new ConfigError(
      `${where}: the database cannot be opened (${cause instanceof Error ? cause.message : cause})`,
    );
  }
  return { dataDir, sessionSecret, database, requestLog: embeddedLog ?? sharedRequestLog(database.db) };
}

/** Starts the process's one clock: see `Clock`. */
export function startClock(dataDir: string, { db, databaseKind }: OpenDatabase): Promise<RunningClock> | RunningClock {
  return databaseKind === 'sqlite'
    ? startEmbeddedClock(dataDir)
    : startSharedClock({ readDatabaseTime: () => readDatabaseTime(db), monotonic: systemRuntime.monotonic });
}

/** Migrations have no time limit; all later queries have one. */
async function openMigrated(location: Location): Promise<OpenDatabase> {
  const patient = await openDatabase(location.databaseKind === 'postgres' ? { ...location, poolSize: 1 } : location);
  try {
    await migrateToLatest(patient.db, patient.databaseKind);
    if (location.databaseKind === 'sqlite') return patient;
  } catch (cause) {
    await patient.close();
    throw cause;
  }
  await patient.close();
  return openDatabase({ ...location, bounded: true });
}
