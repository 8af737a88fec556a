import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../api/openapi.ts';

/** The committed snapshot names the default address, so that it is the same on every machine. */
export const snapshotServer = 'http://127.0.0.1:4280/api/v1';

export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(snapshotServer), null, 2)}\n`;
}

export function printOpenApi(file: string | undefined): void {
  if (file === undefined) process.stdout.write(openApiText());
  else writeFileSync(file, openApiText());
}
