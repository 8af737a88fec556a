import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './failures.ts';

/**
 * Reads the text of a file named on the command line; `-` is standard input. @throws UsageError if it cannot be read
 */
export async function readGivenFile(name: string): Promise<string> {
  if (name === '-') return text(process.stdin);
  try {
    return await readFile(name, 'utf8');
  } catch (cause) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(cause)}`);
  }
}

/** @throws UsageError if the file cannot be written */
export async function writeGivenFile(name: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(name, content);
  } catch (cause) {
    throw new UsageError(`${name} cannot be written: ${reasonOf(cause)}`);
  }
}

/** Returns the reason of a file system error in words: `no such file or directory`. */
export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/^[A-Z]+: /, '').replace(/, \w{1,20}(?: '.{0,4200}')?$/, '');
}
