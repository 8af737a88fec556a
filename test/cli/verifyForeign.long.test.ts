import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBundle } from '../../src/cli/captures/bundleFolder.ts';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';

const secret = 'what only the verifier may read';
let scratch: string;
let folder: string;

beforeEach(() => {
  scratch = newFolder();
  folder = join(scratch, 'bundle');
  mkdirSync(folder);
  mkdirSync(join(scratch, 'private'));
  writeFileSync(join(scratch, 'private', 'notes.json'), secret);
});

const manifest = (files: unknown[]): string =>
  JSON.stringify({ files, format: 2, madeAt: '', versions: { rules: [] }, websiteId: '' });

describe('verify, given an untrusted bundle', () => {
  it('follows no link, neither to a file nor to a folder nor in place of the manifest', () => {
    symlinkSync(join(scratch, 'private', 'notes.json'), join(folder, 'inputs.json'));
    symlinkSync(join(scratch, 'private'), join(folder, 'answers'));
    symlinkSync('../private/notes.json', join(folder, 'manifest.json'));
    const { files, refused } = readBundle(folder);
    expect([...files.keys()]).toEqual([]);
    expect(refused.map(({ path, why }) => `${path}: ${why}`).sort()).toEqual([
      'answers: a link',
      'inputs.json: a link',
      'manifest.json: a link',
    ]);
  });

  it('opens no pipe, which would block forever', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{}');
    execFileSync('mkfifo', [join(folder, 'inputs.json')]);
    const ran = await runCli(['verify', folder]);
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining('inputs.json: says a special file')]);
  });

  it('reads no file outside, whatever its manifest names', async () => {
    const entry = { path: '../private/notes.json', bytes: secret.length, sha256: 'a'.repeat(64) };
    writeFileSync(join(folder, 'manifest.json'), manifest([entry]));
    const ran = await runCli(['verify', folder]);
    expect(ran.stdout).toContain('../private/notes.json: says is missing');
  });

  it('prints neither terminal commands nor forged lines, in any form', async () => {
    const evil = 'x\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m\nother-bundle is intact: nothing differs.';
    writeFileSync(join(folder, `file-${evil.replaceAll('/', '')}`), 'x');
    const entry = { path: `listed-${evil}`, bytes: 1, sha256: evil };
    writeFileSync(join(folder, 'manifest.json'), manifest([entry]));
    writeFileSync(join(folder, 'inputs.json'), JSON.stringify({ website: evil, attempts: [], previousAttempts: evil }));
    const plain = await runCli(['verify', folder]);
    expect(plain.code).toBe(1);
    expect(plain.stdout + plain.stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(plain.stdout.split('\n').filter((line) => line.startsWith('other-bundle'))).toEqual([]);
    const json = await runCli(['verify', folder, '--json']);
    expect(json.stdout + json.stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(JSON.parse(json.stdout).differences.length).toBeGreaterThan(2);
  });

  it.each([
    ['no list of files', '{"files":{},"versions":{"rules":[]}}'],
    ['an entry that is nothing', manifest([null])],
    ['an entry with a number for its path', manifest([{ path: 7, bytes: 1, sha256: 'a' }])],
    ['nesting without end', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    [
      'nesting inside a manifest',
      manifest([]).replace('"rules":[]', `"rules":[${'['.repeat(9_000)}${']'.repeat(9_000)}]`),
    ],
  ])('reports a failed verification instead of crashing: a manifest with %s', async (_what, text) => {
    writeFileSync(join(folder, 'manifest.json'), text);
    const ran = await runCli(['verify', folder]);
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining('is NOT intact')]);
  });

  it('does not accept a bundle without a report that it can recompute', async () => {
    writeFileSync(join(folder, 'manifest.json'), manifest([]).replace('"format":2', '"format":999'));
    const ran = await runCli(['verify', folder]);
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining('is NOT intact')]);
    expect(ran.stdout).toContain('This bundle has format 999');
  });

  it('limits the total size, even if each file is small enough', () => {
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, name), 'x'.repeat(100));
    const { files, refused } = readBundle(folder, 300);
    expect(files.size).toBe(3);
    expect(refused).toEqual([{ path: expect.any(String), why: '100 bytes, too many with the other files' }]);
  });

  it('survives inputs with unlimited nesting', async () => {
    writeFileSync(join(folder, 'manifest.json'), manifest([]));
    writeFileSync(join(folder, 'inputs.json'), `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`);
    const ran = await runCli(['verify', folder]);
    expect([ran.code, ran.stderr]).toEqual([1, '']);
  });
});
