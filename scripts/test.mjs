// npm test: everything. npm test -- <words>: the test files whose path contains one of them. npm run check: what is quick.
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
// One seed for every attempt, so that a random test that failed is asked the same again.
process.env.SEED ??= String(randomInt(2 ** 31));
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
const vitest = (...words) => run(tool('vitest'), ['run', ...words]);
if (isCheck) process.exit(vitest('test/project/architecture.test.ts', 'test/api/openapi.test.ts'));
process.exit(isWhole ? wholeSuite() : vitest(...given));

/**
 * The whole suite keeps two cores busy for ten minutes, and a test that waits for a server may then lose its patience. A
 * file that failed must pass three times in a row by itself, with the same seed, and is named as unsteady; more than
 * three such files, or one that fails again, is a failure.
 */
function wholeSuite() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tests-'));
  try {
    const report = join(folder, 'report.json');
    const status = vitest('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
    if (status === 0) return 0;
    const failed = filesThatFailed(report);
    if (failed.length === 0 || failed.length > 3) return status;
    for (const file of failed) {
      for (let times = 0; times < 3; times += 1) if (vitest('--maxWorkers=1', '--retry=0', file) !== 0) return status;
    }
    process.stdout.write(
      `\nUnsteady: failed beside the other tests, passed three times alone:\n  ${failed.join('\n  ')}\n`,
    );
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Paths of the files with a failed test; none where the run itself broke, which no second attempt mends. */
function filesThatFailed(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
  } catch {
    return [];
  }
}
