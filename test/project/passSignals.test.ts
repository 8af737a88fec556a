import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { newFolder } from '../support/newFolder.ts';

const helper = new URL('../../scripts/passSignals.mjs', import.meta.url).href;
/** Starts a child that lives for a minute, supervises it as `npm start` supervises the server, and prints its pid. */
const program = `
  import { spawn } from 'node:child_process';
  import { passSignals } from '${helper}';
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  passSignals(child);
  console.log(child.pid);
`;

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// A second command keeps the shell alive next to the program, as npm's shell does.
it.skipIf(process.platform === 'win32')(
  'a server stops when npm gets a signal, though npm passes it only to its shell',
  async () => {
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; true'], {
      env: { ...process.env, NODE: process.execPath, PROGRAM: program },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(shell.stdout), 'line');
    const pid = Number(line);
    expect(lives(pid)).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(() => lives(pid)).toBe(false);
  },
  45_000,
);

/** Stands for the program of `npm start`: on a signal it takes a moment, prints a message, and exits with 0. */
const drainer = `
  process.on('SIGTERM', () => setTimeout(() => console.log('drained') || process.exit(0), 300));
  setTimeout(() => {}, 60_000);
  console.log('started', ...process.argv.slice(2));
`;

const oldNode = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.0.0"}})';

it.skipIf(process.platform === 'win32')(
  'a server that an older Node.js hands to the one of the clone gets its signals, and ends it with its code',
  async () => {
    const folder = newFolder();
    for (const inside of ['bin', 'node_modules/.bin']) mkdirSync(join(folder, inside), { recursive: true });
    copyFileSync(new URL('../../bin/sightline.mjs', import.meta.url), join(folder, 'bin', 'sightline.mjs'));
    writeFileSync(join(folder, 'drainer.mjs'), drainer);
    const own = `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'drainer.mjs')}"\n`;
    writeFileSync(join(folder, 'node_modules', '.bin', 'node'), own, { mode: 0o755 });
    const launcher = spawn(process.execPath, ['--import', oldNode, join(folder, 'bin', 'sightline.mjs'), 'serve'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(launcher.stdout);
    const over = once(lines, 'close');
    const said: string[] = [];
    lines.on('line', (line) => said.push(line));
    await expect.poll(() => said.length).toBe(1);
    launcher.kill('SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([0, null]);
    await over;
    expect(said.at(-1)).toBe('drained');
  },
  45_000,
);

// npm's shell appends the words after `--`, and `exec` replaces it by the program.
it.skipIf(process.platform === 'win32').each(['npm alone', 'its group'])(
  'npm start -- demo starts the demo and, when %s gets a signal, waits for it and exits with 0 like it',
  async (told) => {
    const folder = newFolder();
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts', 'start.mjs'), drainer);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'p', scripts: { start: scripts.start } }));
    const npm = spawn('npm', ['start', '--no-update-notifier', '--', 'demo'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      const said: string[] = [];
      const lines = createInterface(npm.stdout).on('line', (line) => said.push(line));
      const over = once(lines, 'close');
      await expect.poll(() => said).toContain('started demo');
      process.kill(told === 'npm alone' ? Number(npm.pid) : -Number(npm.pid), 'SIGTERM');
      const [code, signal] = await once(npm, 'exit');
      await over;
      expect([code, signal, said.at(-1)]).toEqual([0, null, 'drained']);
    } finally {
      if (npm.exitCode === null) process.kill(-Number(npm.pid), 'SIGKILL');
    }
  },
  60_000,
);
