import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const helper = new URL('../../scripts/faults/inTurn.ts', import.meta.url).href;
/** A campaign and its own child: both live for a minute, and only SIGKILL ends them. */
const stubborn = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  setTimeout(() => {}, 60_000);
  console.log(process.argv[1] + ' ' + process.pid);
`;
const campaign = `
  require('node:child_process').spawn(process.execPath, ['-e', process.env.STUBBORN, 'server'], { stdio: 'inherit' });
  ${stubborn}
`;
/** Two campaigns in turn, as `npm run faults` starts them. */
const program = `
  import { inTurn } from '${helper}';
  const { rows, stoppedBy } = await inTurn(['first', 'second'], async (name, run) => {
    await run(process.execPath, ['-e', process.env.CAMPAIGN, name], { stdio: 'inherit' });
    return name;
  });
  console.log(JSON.stringify({ rows, stoppedBy }));
`;

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'campaigns that are ended by %s stop everything that they started, and no further one begins',
  async (signal) => {
    const turns = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, CAMPAIGN: campaign, STUBBORN: stubborn },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    const lines = createInterface(turns.stdout).on('line', (line) => said.push(line));
    const over = once(lines, 'close');
    const pidOf = (name: string): number => Number(said.find((line) => line.startsWith(name))?.split(' ')[1]);
    try {
      await expect.poll(() => pidOf('first') > 0 && pidOf('server') > 0).toBe(true);
      const started = [pidOf('first'), pidOf('server')];
      turns.kill(signal);
      await over;
      expect(said.filter((line) => line.startsWith('second'))).toEqual([]);
      expect(JSON.parse(said.at(-1) ?? '')).toEqual({ rows: [], stoppedBy: signal });
      // An orphan is a zombie until the machine's first process reaps it.
      await expect.poll(() => started.filter(lives)).toEqual([]);
    } finally {
      if (turns.exitCode === null) turns.kill('SIGKILL');
      for (const name of ['first', 'second', 'server']) if (lives(pidOf(name))) process.kill(pidOf(name), 'SIGKILL');
    }
  },
  45_000,
);
