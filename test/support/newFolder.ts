import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Creates an empty folder on the disk, which the end of the run removes. */
export function newFolder(): string {
  return mkdtempSync(join(inject('templates')?.folders ?? tmpdir(), 'sightline-folder-'));
}
