import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const helper = new URL('../../scripts/passSignals.mjs', import.meta.url).href;
/** Starts a child that lives for a minute, looks after it as `npm start` looks after the server, and prints its pid. */
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

// What stands behind the program keeps the shell from becoming it, as the shell of npm does not either.
it.skipIf(process.platform === 'win32')(
  'a server ends when npm is told to end, though npm tells only its shell',
  async () => {
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; true'], {
      env: { ...process.env, NODE: process.execPath, PROGRAM: program },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(shell.stdout), 'line');
    const pid = Number(line);
    expect(lives(pid)).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(() => lives(pid), { timeout: 30_000 }).toBe(false);
  },
  45_000,
);
