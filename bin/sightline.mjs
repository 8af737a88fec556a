#!/usr/bin/env node
// Compiled code is kept between starts: parsing the libraries again costs more than the rest of a start.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// As a whole: an old Node.js lacks members of it, and must get as far as the sentence below.
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  // A clone brings its own Node.js: whoever starts this, say a desktop client with its old one, gets that.
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (existsSync(own)) {
    const child = spawn(own, process.argv.slice(1), { stdio: 'inherit' });
    // A terminal sends its signals to both; any other sender knows only this process.
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
      process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
    child.on('exit', (status) => process.exit(status ?? 1));
    await new Promise(() => {});
  }
  process.stderr.write(
    `Sightline needs Node.js 22.19 or newer; this is ${process.versions.node}. In a clone, npm start brings its own.\n`,
  );
  process.exit(1);
}
const built = new URL('../dist/server/main.js', import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('Sightline is not built yet: run npm start, or npm run build, once.\n');
  process.exit(1);
}
// Node.js 22 warns at each start that its SQLite may change; the tests run on the versions that this program accepts.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
};
nodeModule.enableCompileCache?.(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)));
await import(built.href);
