// npm test: everything. npm test -- <words>: the test files whose path contains one of them.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
const words = process.argv.slice(2);
const tool = (name) => join(root, 'node_modules', '.bin', name);
const steps =
  words.length === 0
    ? [
        [tool('biome'), ['check', '--error-on-warnings', '.']],
        [tool('tsc'), ['--noEmit']],
        [tool('tsc'), ['--noEmit', '-p', join(root, 'web', 'tsconfig.json')]],
        [tool('redocly'), ['lint', 'openapi.json', '--config', 'redocly.yaml']],
      ]
    : [];
for (const [command, args] of steps) {
  const status = run(command, args);
  if (status !== 0) process.exit(status);
}
if (words.length === 0) ensureBuilt();
process.exit(run(tool('vitest'), ['run', ...words]));
