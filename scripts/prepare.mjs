// Plain JavaScript for any Node.js that started npm: it installs missing packages and builds missing or outdated
// output.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
/** Node.js binary installed with the project. */
export const ownNode = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Flags that start the server with a smaller young generation. By default it grows by the allocations of a start and
 * keeps about 10 MB that an idle server never needs again.
 */
export const serverFlags = ['--max-semi-space-size=4'];

/**
 * Environment that gives the server's memory one arena of the C library. With one for each thread that decodes or
 * reads, memory freed in one is not reused by another, and a capture of hostile pages peaks some 15 MB higher. It must
 * be set before the process starts; other C libraries ignore it.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1' };

/** An environment in which tools of the project, and its own Node.js, come first. */
export function ownEnvironment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ''}` };
}

export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: ownEnvironment(), ...options });
  if (done.error) throw done.error;
  return done.status ?? 1;
}

/**
 * Runs commands in parallel, prints the output of each when it has ended, and returns the first status that is not 0.
 */
export async function runTogether(commands) {
  const statuses = await Promise.all(
    commands.map(
      ([command, args]) =>
        new Promise((resolve, reject) => {
          const child = spawn(command, args, { cwd: root, env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
          const output = [];
          for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
          child.once('error', reject);
          child.once('close', (status) => {
            process.stdout.write(Buffer.concat(output));
            resolve(status ?? 1);
          });
        }),
    ),
  );
  return statuses.find((status) => status !== 0) ?? 0;
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** Returns true if the versions of the lock file are installed, by npm's own list: file times do not survive a copy. */
function holdsLocked() {
  try {
    const packagesIn = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages;
    const installed = packagesIn('node_modules', '.package-lock.json');
    return Object.entries(packagesIn('package-lock.json')).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/** Installs packages of the lock file that node_modules lacks. */
export function ensureInstalled() {
  if (existsSync(ownNode) && holdsLocked()) return;
  process.stdout.write('Installing what is missing (once, a minute or two) …\n');
  // --include=dev: the project's own Node.js and build tools are development dependencies, whatever NODE_ENV says.
  const status = run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
    env: process.env,
  });
  if (status !== 0 || !existsSync(ownNode)) {
    process.stderr.write('npm ci failed: see the lines above. Nothing was started.\n');
    process.exit(1);
  }
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const name of readdirSync(path)) {
    if (name !== 'node_modules') latest = Math.max(latest, newest(join(path, name)));
  }
  return latest;
}

/** Builds if there was never a build, or if a source is newer than it. */
export function ensureBuilt() {
  const stamp = modified(join(root, 'dist', 'server', 'main.js'));
  const sources = ['src', 'web', 'scripts', 'package-lock.json'].map((name) => join(root, name)).filter(existsSync);
  if (stamp > 0 && sources.every((path) => newest(path) <= stamp)) return;
  process.stdout.write('Building what is missing (once, some seconds) …\n');
  const status = run(ownNode, [join(root, 'scripts', 'build.mjs')]);
  if (status !== 0) {
    process.stderr.write('The build failed: see the lines above. Nothing was started.\n');
    process.exit(1);
  }
}
