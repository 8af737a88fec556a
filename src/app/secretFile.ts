import { readFileSync } from 'node:fs';

/** The secret that a file holds; null if it is empty or cannot be read. */
export function readSecretFile(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' ? null : secret;
  } catch {
    return null;
  }
}
