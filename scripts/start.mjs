// npm start: install, build, serve. Signals reach the server, so that it can finish what is under way.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ownEnvironment, ownNode, root, serverFlags } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const settings = join(root, '.env');
const flags = [...serverFlags, ...(existsSync(settings) ? [`--env-file=${settings}`] : [])];
const server = spawn(ownNode, [...flags, join(root, 'bin', 'sightline.mjs'), 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: ownEnvironment(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
