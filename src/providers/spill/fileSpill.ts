import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spill } from '../../ports/spill.ts';

/** One small file a record, synced before it counts, in a folder of the data directory. `nameOf` tells records apart. */
export function createFileSpill<Kept>(directory: string, nameOf: (kept: Kept) => string): Spill<Kept> {
  const pathOf = (kept: Kept): string => join(directory, `${nameOf(kept)}.json`);
  return {
    async write(kept) {
      await mkdir(directory, { recursive: true });
      const target = pathOf(kept);
      const temporary = `${target}.tmp`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(kept));
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
      const found: Kept[] = [];
      for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
        found.push(JSON.parse(await readFile(join(directory, name), 'utf8')) as Kept);
      }
      return found;
    },
    async remove(kept) {
      await unlink(pathOf(kept));
    },
  };
}
