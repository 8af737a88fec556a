import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SightlineError } from '../client/sightlineError.ts';
import { UsageError } from './failures.ts';
import { print, printJson } from './output.ts';

/** Opens a file for one sending of it. */
export type OpenFile = () => { name: string; bytes: AsyncIterable<Uint8Array> };

type Imported = { import: { importedAt: string }; isRepeated: boolean };

/** Steps of an import: `send` sends one file, `describe` describes a new result. */
type FileImport<Result extends Imported> = {
  isJson: boolean;
  send(open: OpenFile): Promise<Result>;
  describe(file: string, result: Result): string;
};

/** @throws UsageError */
export async function assertFile(file: string): Promise<void> {
  if ((await stat(file).catch(() => null))?.isFile() !== true) throw new UsageError(`${file}: no such file`);
}

/** Imports files one after the other and prints each result at once. @throws SightlineError that names the file */
export async function importEach<Result extends Imported>(
  files: readonly string[],
  { isJson, send, describe }: FileImport<Result>,
): Promise<void> {
  const results: Result[] = [];
  for (const file of files) {
    const open = () => ({ name: basename(file), bytes: createReadStream(file, { highWaterMark: 1024 * 1024 }) });
    const result = await send(open).catch((error: unknown) => {
      if (!(error instanceof SightlineError)) throw error;
      const reason = error.message.replace(/^body: /, '');
      const message = reason.startsWith(`${basename(file)}, row`) ? reason : `${file}: ${reason}`;
      throw new SightlineError({ ...error, code: error.code, message }, error.idempotencyKey);
    });
    results.push(result);
    if (isJson) continue;
    const { importedAt } = result.import;
    const repeated = `${file}: imported before, on ${importedAt.slice(0, 10)}; nothing changed`;
    print(result.isRepeated ? repeated : describe(file, result));
  }
  if (isJson) printJson(results);
}
