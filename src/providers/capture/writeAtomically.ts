import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file completely or not at all, even if power fails: the bytes are synced before the file gets its name, and
 * the name is synced before this returns. Readable by the service's own user only.
 */
export async function writeAtomically(directory: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = join(directory, `.${name}.${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(directory, name));
  } catch (fault) {
    await rm(temporary, { force: true });
    throw fault;
  }
  await syncDirectory(directory);
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
