import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/**
 * Code with which an ensure reserves the possible cost of its answer and saves the run. It must occur in the built
 * service exactly once.
 */
const holds = /const unaffordable = await holdAnswer\([^;]*, reserve\);/g;
const savesOnly = 'const unaffordable = await inOneTrip(reserve()).then(() => null);';

/** Builds a copy of the service that reserves no money for an answer, to measure an ensure without it. */
export function buildWithoutMoney(): { entry: string; close(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-moneyless-'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  let places = 0;
  const chunks = readdirSync(join(folder, 'dist', 'server'), { recursive: true, encoding: 'utf8' });
  for (const name of chunks.filter((file) => file.endsWith('.js'))) {
    const path = join(folder, 'dist', 'server', name);
    const text = readFileSync(path, 'utf8');
    places += [...text.matchAll(holds)].length;
    writeFileSync(path, text.replace(holds, savesOnly));
  }
  if (places !== 1) throw new Error(`an ensure holds money at ${places} places of the build, and not at one`);
  return {
    entry: join(folder, 'bin', 'sightline.mjs'),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
