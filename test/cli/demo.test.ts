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

it.each([
  [
    'a folder that cannot be created',
    ['--folder', '/dev/null/demo'],
    '--folder: /dev/null/demo cannot be created: not a directory',
  ],
  ['a port that does not exist', ['--port', '99999'], '--port: must be a number from 0 to 65535'],
])('a demo refuses %s by the name of its option', async (_what, options, message) => {
  const { code, stderr } = await runCli(['demo', '--no-serve', ...options]);
  expect([code, stderr]).toEqual([2, `sightline: ${message}\n`]);
});

it('an account is not set up if its session could not be saved', async () => {
  const { code, stderr } = await runCli(
    ['setup', 'http://127.0.0.1:9/setup?token=one', '--email', 'you@example.com', '--site', 'https://acme.example/'],
    { XDG_CONFIG_HOME: '/dev/null' },
    'correct horse battery\n',
  );
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^sightline: \/dev\/null\/sightline cannot be written: not a directory/),
  ]);
});

it('a key with a line break is refused by the name of its variable', async () => {
  const { code, stderr } = await runCli(['sites'], { SIGHTLINE_API_KEY: 'sl_1\nsl_2' });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^sightline: SIGHTLINE_API_KEY: must be one key/)]);
});
