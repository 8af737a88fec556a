import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { ConfigError } from './config.ts';

/**
 * Names of Sightline's own entries in its folder, including copies that an operator put there. Others are not touched.
 */
const ours = /^(session-secret|newest-work\.json|last-backup\.json|evidence|spill|backups?)$|\.sqlite/;
const forOthers = 0o077;

type Found = { mode: number; isFile: boolean };

/**
 * Creates the folder, and closes it and Sightline's entries in it to other users of the machine: folders 0700, files
 * 0600. Returns how many entries were open to others, and the paths of those that could not be closed.
 * @throws ConfigError if the folder cannot be created, or if others need it
 */
export function closeDataDirectory(text: string): { closed: number; leftOpen: string[] } {
  const directory = resolve(text);
  try {
    createFolders(directory);
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: cannot be created (${cause instanceof Error ? cause.message : cause})`);
  }
  assertWritable(directory);
  // Windows represents permissions differently, and these modes do not describe them.
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

/**
 * Creates a folder and the missing ones above it, one by one: the recursive form of Node.js never ends if a folder
 * accepts no entries, as /proc.
 */
export function createFolders(directory: string): void {
  const find = (path: string) => statSync(path, { throwIfNoEntry: false });
  if (find(directory)?.isDirectory() === true) return;
  if (find(dirname(directory)) === undefined) createFolders(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/** @throws ConfigError if nothing can be written to the folder: it is read-only, full, or another user's */
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
  // A temporary file of another process may disappear meanwhile.
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // The permissions of a link are those of its target, which may be anywhere.
  if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return;
  close(path, { mode: stat.mode, isFile: stat.isFile() }, sighting);
  if (stat.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name), sighting);
}

function close(path: string, { mode, isFile }: Found, seenValue: { closed: number; leftOpen: string[] }): void {
  if ((mode & forOthers) === 0) return;
  try {
    // Sightline's files are never executable, so that permission is dropped too.
    chmodSync(path, mode & (isFile ? 0o600 : 0o700));
    seenValue.closed += 1;
  } catch {
    seenValue.leftOpen.push(path);
  }
}
