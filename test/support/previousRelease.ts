import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Schema } from './schema.ts';

/** The release before this one. Each release updates its commit here, and its schema in previousSchema.json. */
const commit = 'b077a37';

/** Schema that its migrations create in an empty PostgreSQL database, frozen for clones without its commit. */
export const previousSchema: Schema = JSON.parse(readFileSync(new URL('previousSchema.json', import.meta.url), 'utf8'));

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns null if the clone has that release; otherwise the reason, such as a shallow clone. */
export function whyNoPreviousRelease(): string | null {
  const looked = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, encoding: 'utf8' });
  if (looked.status === 0) return null;
  return looked.error?.message ?? `this clone does not hold ${commit}: ${looked.stderr.trim()}`;
}

/** Checks out the sources of the previous release, in a separate folder next to this one's packages. */
export function takePreviousRelease(): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-previous-'));
  const packed = spawnSync('git', ['archive', commit, 'src', 'package.json', 'docs'], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: packed.stdout });
  if (packed.status !== 0 || unpacked.status !== 0) throw new Error(`${packed.stderr}${unpacked.stderr}`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'src/cli/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
