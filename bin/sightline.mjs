#!/usr/bin/env node
// Compiled code is kept between starts: parsing the libraries again costs more than the rest of a start.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
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
enableCompileCache?.(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)));
await import(built.href);
