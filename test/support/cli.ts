import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitLimitMs } from './patience.ts';

/**
 * Runs the command line from its sources; in a whole run, which builds first, as shipped: that starts in half the time,
 * and is what people run.
 */
const isBuilt = process.env.TEST_BUILT === '1';
const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const main = inRoot(isBuilt ? 'bin/sightline.mjs' : 'src/cli/main.ts');
/** File that a reused process loads again for each command; the rest is loaded only once. */
const hostedMain = inRoot(isBuilt ? 'dist/server/main.js' : 'src/cli/main.ts');
const hostProgram = inRoot('test/support/commandHost.ts');

export type CliResult = { code: number | null; signal: string | null; stdout: string; stderr: string };
export type CliProcess = { child: ChildProcess; ended: Promise<CliResult>; output(): string };

const environmentOf = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  ...env,
});

/** Starts the real command line in a separate process, with only this environment. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>>, input = ''): CliProcess {
  return startProgram(main, args, env, input);
}

/** Does the same for another file that Node.js runs, such as the command of an installed package. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): CliProcess {
  return startUnder([], [file, ...args], env, input);
}

/** Does the same under another command, such as a tracer, which receives Node.js and these words. */
export function startUnder(
  command: readonly string[],
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): CliProcess {
  const [program = process.execPath, ...before] = [...command, process.execPath];
  const child = spawn(program, [...before, ...words], {
    // Compiled code is cached between starts, as in the installed command, because compiling takes half of a start.
    env: environmentOf(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended, output: () => stdout + stderr };
}

/** Idle hosts. They end with the process of the tests, which closes their channel. */
const idleHosts: ChildProcess[] = [];

/**
 * Runs a command to its end in a reused process, because loading the program takes longer than most commands.
 * `startCli` starts a separate process, for tests of how a command starts and ends.
 */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliResult> {
  const host = idleHosts.pop() ?? fork(hostProgram, [hostedMain], { env: environmentOf({}), stdio: 'ignore' });
  const ended = once(host, 'message');
  const broke = once(host, 'exit').then(([code]) => Promise.reject(new Error(`the command host ended with ${code}`)));
  broke.catch(() => {});
  host.send({ args, env: environmentOf(env), input });
  const [result] = await Promise.race([ended, broke]);
  host.removeAllListeners();
  idleHosts.push(host);
  return result as CliResult;
}

/** Waits until a started command has printed something that matches. */
export async function untilPrinted(
  started: CliProcess,
  pattern: RegExp,
  timeoutMs = waitLimitMs,
): Promise<RegExpExecArray> {
  for (let tries = 0; tries < timeoutMs / 10; tries += 1) {
    const match = pattern.exec(started.output());
    if (match !== null) return match;
    if (started.child.exitCode !== null || started.child.signalCode !== null)
      throw new Error(`the command ended: ${started.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  started.child.kill('SIGKILL');
  throw new Error(`never printed ${pattern}: ${started.output()}`);
}
