import { existsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { writeAtomically } from '../providers/capture/writeAtomically.ts';
import { listEvidence } from '../store/captures/evidenceBundles.ts';
import { copyDatabase, digestOfFile, removeDatabase, sealCopy } from '../store/database/copy.ts';
import { type Location, openDatabase } from '../store/database/open.ts';
import type { Db } from '../store/database/transaction.ts';
import { type BackupManifest, manifestPathOf } from './backupManifest.ts';
import { type Config, ConfigError } from './config.ts';
import { createFolders } from './dataDirectory.ts';
import { assertCurrent } from './existingDatabase.ts';
import { locationOf } from './openStores.ts';
import { noteBackup } from './storageFigures.ts';
import { systemRuntime } from './systemRuntime.ts';
import { readDatabaseId } from './workMark.ts';

export type Backup = {
  /** Null for PostgreSQL, which its own tool copies. */
  file: string | null;
  manifestFile: string;
  bytes: number | null;
  evidence: { runs: number; bytes: number };
};

/**
 * Copies the embedded database while it is in use, and lists the evidence it refers to; for PostgreSQL it only lists
 * the evidence. Nothing is overwritten. @throws ConfigError
 */
export async function backUp(config: Config, text: string): Promise<Backup> {
  const file = resolve(text);
  const manifestFile = manifestPathOf(file);
  for (const path of [file, manifestFile]) {
    if (existsSync(path)) throw new ConfigError(`${path}: already exists; a backup never overwrites a file`);
  }
  const location = locationOf(config);
  const copied = location.databaseKind === 'sqlite';
  if (copied && !existsSync(location.path)) throw new ConfigError(`DATA_DIR: found no database at ${location.path}`);
  const madeAt = new Date(systemRuntime.now()).toISOString();
  createFolders(dirname(file));
  const partial = `${file}.partial`;
  try {
    // Stored in the database itself, so that a restore knows which newer work to search for.
    const databaseId = await withDatabase(location, (db) => readDatabaseId(db, systemRuntime));
    if (copied) await copyDatabase(location.path, partial);
    const evidence = await withDatabase(copied ? { ...location, path: partial } : location, listEvidence);
    if (copied) await sealCopy(partial);
    const database = copied
      ? { file: basename(file), bytes: statSync(partial).size, sha256: await digestOfFile(partial) }
      : null;
    if (copied) await rename(partial, file);
    const manifest: BackupManifest = { backupVersion: 1, madeAt, databaseId, database, evidence };
    // Also makes the name of the copy durable, because both are in one folder.
    await writeAtomically(dirname(file), basename(manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    await noteBackup(config.DATA_DIR, madeAt);
    const bytes = evidence.reduce((sum, stored) => sum + stored.bytes, 0);
    return {
      file: copied ? file : null,
      manifestFile,
      bytes: database?.bytes ?? null,
      evidence: { runs: evidence.length, bytes },
    };
  } finally {
    await removeDatabase(partial);
  }
}

async function withDatabase<T>(location: Location, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(location);
  try {
    await assertCurrent(database.db);
    return await work(database.db);
  } finally {
    await database.close();
  }
}
