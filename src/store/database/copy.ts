import { createHash } from 'node:crypto';
import { createReadStream, existsSync, linkSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** Copies all pages in one step: a copy made in parts restarts whenever another connection writes. */
const allPages = 2_147_483_647;

/** A copy that is not a complete, valid database. */
class DamagedCopy extends Error {}

/** Copies an embedded database that may be in use, in one consistent state. Overwrites `to`. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await removeDatabase(to);
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}

/** Converts a copy that is not in use into one synced file without side files. @throws DamagedCopy */
export async function sealCopy(path: string): Promise<void> {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  checkDatabase(path);
  await syncFile(path);
}

/** @throws DamagedCopy if SQLite finds a fault in the file */
export function checkDatabase(path: string): void {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const row = database.prepare('PRAGMA integrity_check(1)').get();
      if (row?.integrity_check !== 'ok') throw new DamagedCopy(`${path} is damaged: ${row?.integrity_check}`);
    } finally {
      database.close();
    }
  } catch (cause) {
    if (cause instanceof DamagedCopy) throw cause;
    throw new DamagedCopy(
      `${path} is not a database that can be read (${cause instanceof Error ? cause.message : cause})`,
    );
  }
}

/**
 * Replaces a database and keeps the old one's files in the same folder under `keptAs`. A database exists at `place` at
 * all times, never with the other's side files.
 */
export async function replaceDatabase(place: string, replacement: string, keptAs: string): Promise<void> {
  if (existsSync(place)) {
    moveLogIntoDatabase(place);
    for (const side of ['-wal', '-shm']) {
      if (existsSync(place + side)) await rename(place + side, keptAs + side);
    }
    linkSync(place, keptAs);
  }
  await syncFile(replacement);
  await rename(replacement, place);
  await syncFile(dirname(place));
}

/** Closing the last connection moves the log into the database. A damaged database keeps its log as a separate file. */
function moveLogIntoDatabase(path: string): void {
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  } catch {
    // It is kept unchanged.
  }
}

export async function removeDatabase(path: string): Promise<void> {
  for (const side of ['', '-wal', '-shm', '-journal']) await rm(path + side, { force: true });
}

/** Returns the SHA-256 hex of a file. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
