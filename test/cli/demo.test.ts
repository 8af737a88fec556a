import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../support/cli.ts';

it('a demo does not touch a folder with other contents', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'letters.txt'), 'mine');
  const { code, stderr } = await runCli(['demo', '--folder', folder, '--no-serve']);
  expect([code, stderr]).toEqual([
    2,
    `sightline: ${folder} is not empty and contains no demo; choose another folder\n`,
  ]);
  expect(readdirSync(folder)).toEqual(['letters.txt']);
});
