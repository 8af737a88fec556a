import { readFileSync } from 'node:fs';

/** Reads the secret in a file; null if it is empty or unreadable. */
export function readSecretFile(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' ? null : secret;
  } catch {
    return null;
  }
}
