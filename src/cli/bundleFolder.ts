import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BundleFile, manifestPath } from '../domain/bundle/bundle.ts';
import { sha256Hex } from '../domain/canonicalJson.ts';

/** The manifest goes last: a folder without one is a bundle that was not finished. Returns the manifest's digest. */
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

/** Every file of a folder by its path inside it, with forward slashes. */
export function readBundle(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const place = join(entry.parentPath, entry.name);
    // A link would let a bundle speak of what is not in it.
    files.set(relative(folder, place).replaceAll('\\', '/'), entry.isFile() ? readFileSync(place) : new Uint8Array());
  }
  return files;
}
