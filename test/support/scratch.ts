import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Uses memory instead of a disk, if there is enough: the service syncs every commit, and no test here cuts the power,
 * so waiting for the disk would be wasted. A killed process loses nothing in either.
 */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1_000_000_000 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Folder in which tests keep the data of their services. */
export const scratch = scratchFolder();
