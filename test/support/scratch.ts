import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Memory instead of a disk, if there is enough of it: the service syncs every commit, and no test cuts the power, so
 * that waiting for the disk would be wasted. A killed process loses nothing in either.
 */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1_000_000_000 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Where tests keep the data of their services. */
export const scratch = scratchFolder();
