import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApiContext } from '../api/apiContext.ts';
import type { Readiness } from '../http/operatorRoutes.ts';
import { isMigrated } from '../store/migrate.ts';
import { findOpenFence } from '../store/operator/restoreFences.ts';
import { type Config, ConfigError } from './config.ts';
import { assertWritable } from './dataDirectory.ts';

const databaseMs = 3_000;
/** Free disk space below which a warning is shown. */
const minFreeBytes = 100_000_000;

/**
 * Reports what this process can currently do for a caller, part by part, in plain sentences without secrets. Without
 * its database it is not ready; with a full disk it still reads, and reports the problem.
 */
export async function readReadiness(api: ApiContext, config: Config): Promise<Readiness> {
  const database = await databaseFlaw(api);
  const parts = {
    database: database ?? 'ok',
    dataFolder: folderFlaw(resolve(config.DATA_DIR)) ?? 'ok',
    requestLog:
      api.requestLog.flaw() === null
        ? 'ok'
        : 'Requests are counted only in memory, because their log cannot be written.',
    ...(database === null ? { restore: await fenceFlaw(api) } : {}),
    ...(api.copy === null ? {} : { replica: replicaFlaw(api.copy) ?? 'ok' }),
  };
  const sound = Object.values(parts).every((part) => part === 'ok');
  return { status: database !== null ? 'not_ready' : sound ? 'ready' : 'degraded', parts };
}

async function databaseFlaw({ db }: ApiContext): Promise<string | null> {
  const { promise, resolve: settle } = Promise.withResolvers<string | null>();
  const timer = setTimeout(settle, databaseMs, `The database did not answer within ${databaseMs / 1_000} seconds.`);
  db.selectNoFrom((eb) => eb.lit(1).as('one'))
    .execute()
    .then(() => isMigrated(db))
    .then(
      (migrated) => settle(migrated ? null : 'The database is not migrated to the schema of this version.'),
      () => settle('The database cannot be reached.'),
    );
  return promise.finally(() => clearTimeout(timer));
}

/** Describes an unsettled restore: reads work, purchases do not. */
async function fenceFlaw({ db }: ApiContext): Promise<string> {
  const fence = await findOpenFence(db).catch(() => null);
  if (fence === null) return 'ok';
  return `The state of ${fence.since} was restored, so purchases are refused until you run \`sightline reconcile-restore\`.`;
}

function replicaFlaw(copy: NonNullable<ApiContext['copy']>): string | null {
  const flaw = copy.flaw();
  return flaw === null ? null : `${flaw} The primary database answers instead.`;
}

function folderFlaw(folder: string): string | null {
  try {
    assertWritable(folder);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes ? 'The disk of the data folder is almost full.' : null;
  } catch (cause) {
    const why = cause instanceof ConfigError ? (/\((\w+)\)$/.exec(cause.message)?.[1] ?? 'unknown') : 'unknown';
    return `Nothing can be written to the data folder (${why}).`;
  }
}
