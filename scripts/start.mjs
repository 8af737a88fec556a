// npm start: install, build, serve.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { passSignals } from './passSignals.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  ownEnvironment,
  ownNode,
  root,
  serverEnvironment,
  serverFlags,
} from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const settings = join(root, '.env');
const flags = [...serverFlags, ...(existsSync(settings) ? [`--env-file=${settings}`] : [])];
const server = spawn(ownNode, [...flags, join(root, 'bin', 'sightline.mjs'), 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...serverEnvironment, ...ownEnvironment() },
});
passSignals(server);
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
