import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type BundleFile, manifestPath } from '../../domain/bundle/bundle.ts';
import { sha256Hex } from '../../domain/text/canonicalJson.ts';

/**
 * Writes a bundle. The manifest comes last, so that a folder without it is recognised as unfinished. Returns the
 * manifest's digest.
 */
export function writeBundle(folder: string, files: readonly BundleFile[]): string {
  let digest = '';
  for (const { path, text } of files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: 'wx' });
    if (path === manifestPath) digest = sha256Hex(text);
  }
  return digest;
}

/** Contents of a folder: its files, and the paths of entries that were not opened. */
export type ReadFolder = { files: Map<string, Uint8Array>; refused: { path: string; why: string }[] };

/** Limit above any real bundle, so that an untrusted folder cannot fill the memory. */
const maxFileBytes = 256 * 1024 * 1024;
const maxFolder = 1024 * 1024 * 1024;

/**
 * Reads every regular file of a folder by its path inside it, with forward slashes. A bundle is untrusted: links to
 * files or folders are not followed, and only regular files are opened (a pipe would block forever).
 * @param largest maximum bytes of all files together
 */
export function readBundle(folder: string, largest = maxFolder): ReadFolder {
  const read: ReadFolder = { files: new Map(), refused: [] };
  let room = largest;
  const visit = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (!entry.isFile()) read.refused.push({ path, why: entry.isSymbolicLink() ? 'a link' : 'a special file' });
      else room -= readInto(read, folder, path, room);
    }
  };
  visit('');
  return read;
}

/** @param room number of bytes that may still be read. Returns the number read */
function readInto(read: ReadFolder, folder: string, path: string, room: number): number {
  let file: number;
  try {
    // The entry may have been replaced since it was listed.
    file = openSync(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    read.refused.push({ path, why: code === 'ELOOP' ? 'a link' : `cannot be opened (${code ?? 'unknown'})` });
    return 0;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) read.refused.push({ path, why: 'a special file' });
    else if (stats.size > maxFileBytes) read.refused.push({ path, why: `${stats.size} bytes, too many to read` });
    else if (stats.size > room) read.refused.push({ path, why: `${stats.size} bytes, too many with the other files` });
    else {
      const bytes = readFileSync(file);
      read.files.set(path, bytes);
      return bytes.length;
    }
    return 0;
  } finally {
    closeSync(file);
  }
}
