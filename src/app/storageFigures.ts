import { readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../providers/capture/writeAtomically.ts';

/** File in DATA_DIR with the time of the newest backup, for its age among the figures. */
const fileName = 'last-backup.json';

/** Bytes and seconds; NaN if unknown, for example without any backup. */
export type StorageFigures = { freeBytes: number; backupAgeSeconds: number };

/** Records that a backup is complete. @param madeAt ISO 8601: it contains everything older */
export async function noteBackup(dataDir: string, madeAt: string): Promise<void> {
  await writeAtomically(resolve(dataDir), fileName, `${JSON.stringify({ madeAt })}\n`);
}

/** Reads the free space on the disk of DATA_DIR, and the age of the newest backup. */
export async function readStorageFigures(dataDir: string, nowMs: number): Promise<StorageFigures> {
  const freeBytes = await statfs(resolve(dataDir)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );
  const madeAt = await readFile(join(resolve(dataDir), fileName), 'utf8').then(
    (text) => Date.parse(String((JSON.parse(text) as { madeAt?: unknown }).madeAt)),
    () => Number.NaN,
  );
  return { freeBytes, backupAgeSeconds: Math.max(0, nowMs - madeAt) / 1000 };
}
