import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spill, SpilledReceipt } from '../../ports/spill.ts';

/** One small file a receipt, synced before it counts, in a folder of the data directory. */
export function createFileSpill(directory: string): Spill {
  return {
    async write(receipt) {
      await mkdir(directory, { recursive: true });
      const target = join(directory, `${receipt.runId}.json`);
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
      const receipts: SpilledReceipt[] = [];
      for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
        receipts.push(JSON.parse(await readFile(join(directory, name), 'utf8')) as SpilledReceipt);
      }
      return receipts;
    },
    async remove(runId) {
      await unlink(join(directory, `${runId}.json`));
    },
  };
}
