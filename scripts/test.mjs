// npm test: everything. npm test -- <words>: the test files whose path contains one of them. npm run check: what is quick.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
const given = process.argv.slice(2);
const isCheck = given[0] === '--check';
const isWhole = given.length === 0;
const tool = (name) => join(root, 'node_modules', '.bin', name);
const steps = [
  [tool('biome'), ['check', '--error-on-warnings', '.']],
  [tool('tsc'), ['--noEmit']],
  [tool('tsc'), ['--noEmit', '-p', join(root, 'web', 'tsconfig.json')]],
  [tool('knip'), ['--no-progress']],
];
if (isWhole) steps.push([tool('redocly'), ['lint', 'openapi.json', 'openapi-v2.json', '--config', 'redocly.yaml']]);
for (const [command, args] of isWhole || isCheck ? steps : []) {
  const status = run(command, args);
  if (status !== 0) process.exit(status);
}
if (isWhole) {
  ensureBuilt();
  // Commands that tests start are then the built ones.
  process.env.TEST_BUILT = '1';
}
const words = isCheck ? ['test/project/architecture.test.ts', 'test/api/openapi.test.ts'] : given;
process.exit(run(tool('vitest'), ['run', ...words]));
