import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { isDeeperThan, maxLevels } from '../text/textRule.ts';

/** Files of a folder by path, with forward slashes. */
export type FolderFiles = ReadonlyMap<string, Uint8Array>;

export function read<T>(files: FolderFiles, path: string): T | undefined {
  const bytes = files.get(path);
  return bytes === undefined ? undefined : (parse(bytes) as T | undefined);
}

/** Parses JSON; returns undefined for anything else, and for nesting too deep to walk. */
export function parse(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(textOf(bytes));
    return isDeeperThan(value, maxLevels) ? undefined : value;
  } catch {
    return undefined;
  }
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
