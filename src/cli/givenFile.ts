import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './failures.ts';

/** The text of a file that a command names; `-` is standard input. @throws UsageError where it cannot be read */
export async function readGivenFile(name: string): Promise<string> {
  if (name === '-') return text(process.stdin);
  try {
    return await readFile(name, 'utf8');
  } catch (cause) {
    throw new UsageError(`${name} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
