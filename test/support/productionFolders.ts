import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages that an installation without development tools has on this machine, relative to `root`. */
export function productionFolders(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}
