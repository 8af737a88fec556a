import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { ConfigError } from './config.ts';

/** Names that belong to Sightline in its folder, and copies that an operator put there. Anything else is not ours. */
const ours = /^(session-secret|newest-work\.json|last-backup\.json|evidence|spill|backups?)$|\.sqlite/;
const forOthers = 0o077;

type Found = { mode: number; isFile: boolean };

/**
 * Makes the folder, and closes it and what Sightline keeps in it to other users of the machine: folders 0700, files 0600.
 * Returns how many entries were open to others, and the paths of those that could not be closed.
 * @throws ConfigError when the folder cannot be made, or is one that others need
 */
export function closeDataDirectory(text: string): { closed: number; leftOpen: string[] } {
  const directory = resolve(text);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: cannot be created (${cause instanceof Error ? cause.message : cause})`);
  }
  assertWritable(directory);
  // Windows keeps rights in another way, which these numbers do not describe.
  if (process.platform === 'win32') return { closed: 0, leftOpen: [] };
  const sticky = 0o1000;
  if (directory === parse(directory).root || (statSync(directory).mode & sticky) !== 0) {
    throw new ConfigError(`DATA_DIR: ${directory} is shared with other programs; choose a separate folder`);
  }
  const view = { closed: 0, leftOpen: [] as string[] };
  close(directory, { mode: statSync(directory).mode, isFile: false }, view);
  for (const name of readdirSync(directory)) if (ours.test(name)) closeTree(join(directory, name), view);
  return view;
}

/** @throws ConfigError when nothing can be kept in the folder: read-only, full, or another user's */
export function assertWritable(directory: string): void {
  const probe = join(directory, `.probe-${process.pid}-${performance.now()}`);
  try {
    try {
      writeFileSync(probe, 'x', { mode: 0o600, flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: ${directory} cannot be written (${code ?? message})`);
  }
}

function closeTree(path: string, sighting: { closed: number; leftOpen: string[] }): void {
  // A file may go while we look: a temporary one of another process.
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // The rights of a link are those of what it points to, which may be anywhere.
  if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return;
  close(path, { mode: stat.mode, isFile: stat.isFile() }, sighting);
  if (stat.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name), sighting);
}

function close(path: string, { mode, isFile }: Found, seenValue: { closed: number; leftOpen: string[] }): void {
  if ((mode & forOthers) === 0) return;
  try {
    // No file of ours is executable, so drop that permission too.
    chmodSync(path, mode & (isFile ? 0o600 : 0o700));
    seenValue.closed += 1;
  } catch {
    seenValue.leftOpen.push(path);
  }
}
