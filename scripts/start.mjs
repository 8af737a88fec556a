// npm start: install, build, serve. npm start -- demo: the same for another command.
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
/** Words after `npm start --` name a command other than `serve`, such as `demo`. */
const words = process.argv.length > 2 ? process.argv.slice(2) : ['serve'];
const settings = join(root, '.env');
const flags = [...serverFlags, ...(existsSync(settings) ? [`--env-file=${settings}`] : [])];
const server = spawn(ownNode, [...flags, join(root, 'bin', 'sightline.mjs'), ...words], {
  stdio: 'inherit',
  env: { ...serverEnvironment, ...ownEnvironment() },
});
passSignals(server);
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
