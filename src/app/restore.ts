import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pino from 'pino';
import type { EvidenceStore } from '../ports/evidenceStore.ts';
import type { Log } from '../ports/log.ts';
import { type RestoreReport, reconcileRestore } from '../services/operator/reconcileRestore.ts';
import { checkDatabase, digestOfFile, removeDatabase, replaceDatabase, sealCopy } from '../store/database/copy.ts';
import { type Location, openDatabase } from '../store/database/open.ts';
import { migrateToLatest } from '../store/migrate.ts';
import { raiseFence } from '../store/operator/restoreFences.ts';
import { openEmbeddedRequestLog } from '../store/requests/embeddedLog.ts';
import { type BackupManifest, readManifest } from './backupManifest.ts';
import { type Config, ConfigError } from './config.ts';
import { describedEngines } from './configuredEngines.ts';
import { evidenceStoreOf } from './configuredEvidence.ts';
import { buildSeoProvider } from './configuredProviders.ts';
import { buildSpills } from './configuredSpill.ts';
import { closeDataDirectory } from './dataDirectory.ts';
import { openExisting } from './existingDatabase.ts';
import { locationOf } from './openStores.ts';
import { systemRuntime } from './systemRuntime.ts';
import { adoptFileMark, readDatabaseId } from './workMark.ts';

export type Restored = {
  /** Time of the current state (ISO 8601 UTC). */
  since: string;
  /** New location of the previous database; null if there was none, and for PostgreSQL. */
  previous: string | null;
  evidence: { present: number; missing: string[] };
};

/**
 * Replaces the embedded database with a backup, protected by a fence, and keeps the previous one next to it. PostgreSQL
 * must be restored by its own tool before; this then adds the fence. No server may run meanwhile.
 * @throws ConfigError, DamagedCopy, DataDirectoryInUse
 */
export async function restore(config: Config, text: string): Promise<Restored> {
  const file = resolve(text);
  const manifest = readManifest(file);
  const location = locationOf(config);
  const isCopy = location.databaseKind === 'sqlite';
  if (isCopy !== (manifest.database !== null)) {
    throw new ConfigError(
      isCopy
        ? 'DATABASE_URL: is unset, but this backup is from PostgreSQL'
        : 'DATABASE_URL: is set, but this backup is from the embedded database',
    );
  }
  closeDataDirectory(config.DATA_DIR);
  const previous = isCopy ? await restoreCopy(config, location.path, file, manifest) : null;
  if (!isCopy) await fenceRestored(config, location, manifest);
  return { since: manifest.madeAt, previous, evidence: await compareEvidence(evidenceStoreOf(config), manifest) };
}

async function restoreCopy(
  config: Config,
  place: string,
  file: string,
  manifest: BackupManifest,
): Promise<string | null> {
  if (!existsSync(file)) throw new ConfigError(`${file}: does not exist`);
  if ((await digestOfFile(file)) !== manifest.database?.sha256) {
    throw new ConfigError(`${file}: does not match its manifest`);
  }
  checkDatabase(file);
  // Held while the files are moved, so that a server cannot start meanwhile.
  const lock = openEmbeddedRequestLog(resolve(config.DATA_DIR));
  const replacement = `${place}.restoring`;
  const at = new Date(systemRuntime.now()).toISOString().replace(/[:.]/g, '-');
  const keptAs = `${place}.before-${at}`;
  try {
    await removeDatabase(replacement);
    await copyFile(file, replacement);
    // Raise the fence before moving the file into place.
    await fenceRestored(config, { databaseKind: 'sqlite', path: replacement }, manifest);
    await sealCopy(replacement);
    const hadOne = existsSync(place);
    await replaceDatabase(place, replacement, keptAs);
    return hadOne ? keptAs : null;
  } finally {
    await removeDatabase(replacement);
    lock.close();
  }
}

async function fenceRestored(config: Config, location: Location, manifest: BackupManifest): Promise<void> {
  const database = await openDatabase(location);
  try {
    await migrateToLatest(database.db, database.databaseKind);
    if ((await readDatabaseId(database.db, systemRuntime)) !== manifest.databaseId) {
      throw new ConfigError('this database does not match the manifest');
    }
    const fencedAt = new Date(systemRuntime.now()).toISOString();
    const id = systemRuntime.newId('fence');
    await raiseFence(database.db, { id, since: manifest.madeAt, fencedAt, cause: 'restored' });
    await adoptFileMark(database.db, resolve(config.DATA_DIR), systemRuntime);
  } finally {
    await database.close();
  }
}

async function compareEvidence(store: EvidenceStore, manifest: BackupManifest): Promise<Restored['evidence']> {
  const missing: string[] = [];
  for (const { runId, manifestSha256 } of manifest.evidence) {
    if ((await store.findDigest(runId)) !== manifestSha256) missing.push(runId);
  }
  return { present: manifest.evidence.length - missing.length, missing };
}

/** Checks the providers, for free, for purchases made after the current state. @throws AppError */
export async function reconcileAfterRestore(config: Config, accept: readonly string[]): Promise<RestoreReport> {
  const log: Log = pino({ level: config.LOG_LEVEL });
  const database = await openExisting(config);
  try {
    return await reconcileRestore(
      {
        db: database.db,
        runtime: systemRuntime,
        engines: describedEngines(config, log),
        seo: buildSeoProvider(config, null),
        settings: { seoSecondCall: config.SEO_SECOND_CALL },
        ...buildSpills(config),
      },
      accept,
    );
  } finally {
    await database.close();
  }
}

export type { RestoreReport };
