import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';

it('a demo does not touch a folder with other contents', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'letters.txt'), 'mine');
  const { code, stderr } = await runCli(['demo', '--folder', folder, '--no-serve']);
  expect([code, stderr]).toEqual([
    2,
    `sightline: ${folder} is not empty and contains no demo; choose another folder\n`,
  ]);
  expect(readdirSync(folder)).toEqual(['letters.txt']);
});
