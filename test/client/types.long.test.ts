import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../support/newFolder.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A program that uses the published package: strict, NodeNext, without our settings and dependencies. */
const consumer = `
import { createClient, type InputOf, type OutputOf, SightlineError } from '@sightline-app/sightline/client';
const client = createClient({ url: 'http://127.0.0.1:4280', apiKey: 'sl_x' });
const done = await client.ensureAndFollow({ kind: 'keyword', caseId: 'case_1' }, { onProgress: ({ run }) => run?.status });
export const status: 'queued' | 'running' | 'requires_action' | 'completed' | 'failed' | 'cancelled' | undefined = done.run?.status;
const { report } = await client.call('requestSeoOverview', { domain: 'example.com', confirmSpend: true }, { idempotencyKey: 'abcdefgh' });
export const links: number | null | undefined = report.backlinks?.referringDomains;
export const overview: OutputOf<'visibilityOverview'> = await client.call('visibilityOverview', { websiteId: 'site_1', limit: 5 });
export const score: number | null = overview.visibilityScore.value;
export const read: InputOf<'readRun'> = { kind: 'keyword', id: 'run_1' };
await client.call('listSites', {});
try { await client.call('readRun', read); } catch (error) {
  if (error instanceof SightlineError && error.code === 'run_limit') export_(error.details?.newKeyNeeded);
}
declare function export_(value: unknown): void;
// @ts-expect-error: there is no such operation
client.call('nothing', {});
// @ts-expect-error: consent is literally true
client.call('requestSeoOverview', { domain: 'example.com', confirmSpend: false });
// @ts-expect-error: a question has no websiteId
client.ensureAndFollow({ kind: 'keyword', websiteId: 'site_1' });
// @ts-expect-error: an answer has no such member
overview.visibilityScore.rank;
`;

describe('the types of the published client', () => {
  let folder: string;
  beforeAll(() => {
    folder = newFolder();
    const packaged = join(folder, 'node_modules', '@sightline-app', 'sightline');
    mkdirSync(packaged, { recursive: true });
    cpSync(join(root, 'package.json'), join(packaged, 'package.json'));
    cpSync(join(root, 'dist', 'client'), join(packaged, 'dist', 'client'), { recursive: true });
    cpSync(join(root, 'dist', 'types'), join(packaged, 'dist', 'types'), { recursive: true });
    // The only package that the published types import; it is installed with the client.
    symlinkSync(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  /** Returns the compiler's output for one file; empty if there are no errors. */
  async function compile(text: string, settings: Record<string, unknown>): Promise<string> {
    writeFileSync(join(folder, 'main.ts'), text);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: [], files: ['main.ts'] }));
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    return run(tsc, ['-p', folder]).then(
      ({ stdout }) => stdout,
      (failed: { stdout?: string }) => String(failed.stdout),
    );
  }

  it('are enough for a strict NodeNext program with none of our other files', async () => {
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', noEmit: true, types: [] };
    const lib = { lib: ['es2023', 'dom'] };
    expect(await compile(consumer, { compilerOptions: { ...compilerOptions, ...lib } })).toBe('');
    const strictest = { ...lib, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    expect(await compile(consumer, { compilerOptions: { ...compilerOptions, ...strictest } })).toBe('');
    const page = readFileSync(join(root, 'docs/mcp-clients.md'), 'utf8');
    const shown = page.split('```ts\n')[1]?.split('```')[0] ?? '';
    expect(shown).toContain('createClient');
    const ambient = 'declare const process: { env: Record<string, string | undefined> };\n';
    expect(await compile(ambient + shown, { compilerOptions: { ...compilerOptions, ...lib } })).toBe('');
  });
});
