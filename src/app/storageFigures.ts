import { readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../providers/capture/writeAtomically.ts';

/** Names in DATA_DIR the time of the newest backup that was made with it, for the age that an operator watches. */
const fileName = 'last-backup.json';

/** Bytes and seconds; NaN where one is unknown, as after a start without any backup. */
export type StorageFigures = { freeBytes: number; backupAgeSeconds: number };

/** Notes that a backup is whole. @param madeAt ISO 8601: everything older is in it */
export async function noteBackup(dataDir: string, madeAt: string): Promise<void> {
  await writeAtomically(resolve(dataDir), fileName, `${JSON.stringify({ madeAt })}\n`);
}

/** Reads the free room of the disk that holds DATA_DIR, and the age of the newest backup. */
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
