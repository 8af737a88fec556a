import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the built web app, whether this file runs from its source or from the bundle: `dist/web` above it. */
export function findWebRoot(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const root = join(at, 'dist', 'web');
    if (existsSync(root)) return root;
    if (existsSync(join(at, 'package.json')) || dirname(at) === at) return root;
  }
}
