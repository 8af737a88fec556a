import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spill } from '../../ports/spill.ts';

type SpillOptions<Kept> = {
  /** Returns a unique file name for a record. */
  nameOf: (kept: Kept) => string;
  /** Called for a file that cannot be imported and has just been renamed. */
  onSetAside?: (file: string, cause: string) => void;
};

/**
 * Creates a store with one small file per record, in a folder of the data directory; a record counts once it is synced.
 * A damaged file is renamed, so that it does not block the others.
 */
export function createFileSpill<Kept>(directory: string, { nameOf, onSetAside }: SpillOptions<Kept>): Spill<Kept> {
  async function read(name: string): Promise<Kept | null> {
    const path = join(directory, name);
    const text = await readFile(path, 'utf8');
    try {
      const entry = JSON.parse(text) as Kept;
      // A complete record has the name of its own file.
      if (`${nameOf(entry)}.json` === name) return entry;
      throw new Error('its name belongs to another record');
    } catch (cause) {
      await rename(path, `${path}.damaged`);
      onSetAside?.(`${path}.damaged`, cause instanceof Error ? cause.message : String(cause));
      return null;
    }
  }

  const pathOf = (rest: Kept): string => join(directory, `${nameOf(rest)}.json`);
  return {
    async write(receipt) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const target = pathOf(receipt);
      const temporary = `${target}.tmp`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(receipt));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
      const folder = await open(directory, 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
    async list() {
      const names = await readdir(directory).catch(() => []);
      const receipts: Kept[] = [];
      for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
        const awaited = await read(name);
        if (awaited !== null) receipts.push(awaited);
      }
      return receipts;
    },
    async remove(receipt) {
      await unlink(pathOf(receipt));
    },
    async setAside(receipt, cause) {
      const path = `${pathOf(receipt)}.unmatched`;
      await rename(pathOf(receipt), path);
      onSetAside?.(path, cause);
    },
  };
}
