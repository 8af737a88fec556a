import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../../app/config.ts';
import { createFolders } from '../../app/dataDirectory.ts';
import { demoOwner } from '../../demo/demoPanel.ts';
import { serveDemoWebsite } from '../../demo/demoWebsite.ts';
import { seedDemo } from '../../demo/seedDemo.ts';
import { UsageError } from '../failures.ts';
import { reasonOf } from '../givenFile.ts';
import { print } from '../output.ts';
import { startServer } from './serve.ts';

/** File in a finished demo's folder, with the secret of its API key. */
const keyFile = 'key.txt';

type DemoOptions = { folder?: string; port: string; serve: boolean };

/** Adds `demo`: a server with simulated answers, which reads none of this machine's settings but `PORT`, and calls no provider. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('serve a workspace with 120 days of simulated answers, to try everything without a key')
    .option('--folder <folder>', 'folder to keep the demo in (default: deleted at the end)')
    .addOption(new Option('--port <port>', 'port to listen on; 0 picks a free one').env('PORT').default('4280'))
    .option('--no-serve', 'fill the folder and exit')
    .action(runDemo);
}

async function runDemo({ folder, port, serve }: DemoOptions): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port: must be a number from 0 to 65535');
  const dataDir = createFolder(folder);
  if (folder === undefined) process.once('exit', () => deleteFolder(dataDir));
  // Filling the folder listens as well: a demo that is not served must not need the port.
  const config = demoConfig(dataDir, serve ? port : '0');
  await fillFolder(config);
  if (!serve) return;
  const { url } = await startServer(config, { website: serveDemoWebsite });
  const secret = readFileSync(join(dataDir, keyFile), 'utf8');
  print(`Every answer in it is simulated: no provider is called, and nothing is spent.

Sign in at ${url} as ${demoOwner.email} with the password "${demoOwner.password}".
For another terminal: export SIGHTLINE_URL=${url} SIGHTLINE_API_KEY=${secret}
Ctrl-C ends the demo${folder === undefined ? ' and deletes it' : `; it stays in ${folder}`}.`);
}

/** Creates the demo's folder: the named one, or a temporary one. @throws UsageError if that is not possible */
function createFolder(named: string | undefined): string {
  try {
    if (named === undefined) return mkdtempSync(join(tmpdir(), 'sightline-demo-'));
    createFolders(resolve(named));
    return named;
  } catch (cause) {
    throw new UsageError(`--folder: ${named ?? tmpdir()} cannot be created: ${reasonOf(cause)}`);
  }
}

/** Ignores this machine's settings except `PORT`, so that a provider key set here is never used. */
function demoConfig(dataDir: string, port: string): Config {
  return readConfig({ HOST: '127.0.0.1', PORT: port, ROLE: 'all', LOG_LEVEL: 'error', DATA_DIR: dataDir });
}

/** Fills an empty folder; a finished demo stays as it is. @throws UsageError if the folder contains something else */
async function fillFolder(config: Config): Promise<void> {
  const folder = config.DATA_DIR;
  if (existsSync(join(folder, keyFile))) return;
  if (readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty and contains no demo; choose another folder`);
  print('Creating 120 days of simulated answers. This takes about a minute, once.');
  const interrupt = (): never => process.exit(130);
  const clear = (): void => deleteFolder(folder);
  process.once('exit', clear).once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const startedMs = performance.now();
  const { secret, answers } = await seedDemo(config);
  writeFileSync(join(folder, keyFile), secret, { mode: 0o600 });
  process.off('exit', clear).off('SIGINT', interrupt).off('SIGTERM', interrupt);
  print(`${answers} simulated answers in ${Math.round((performance.now() - startedMs) / 1000)} seconds.`);
}

function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
