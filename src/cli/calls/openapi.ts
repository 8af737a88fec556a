import { openApiDocument, type Version } from '../../api/openapi.ts';
import { basePathOf } from '../../contract/routes.ts';
import { writeGivenFile } from '../givenFile.ts';
import { printMessage } from '../output.ts';

/** The committed snapshots use the default address, so that they are the same on every machine. */
export function openApiText(version: Version): string {
  const server = `http://127.0.0.1:4280${basePathOf[version]}`;
  return `${JSON.stringify(openApiDocument(version, { serverUrl: server }), null, 2)}\n`;
}

export async function printOpenApi({ write: file, api }: { write?: string; api: Version }): Promise<void> {
  const text = openApiText(api);
  if (file === undefined) printMessage(text.trimEnd());
  else await writeGivenFile(file, text);
}
