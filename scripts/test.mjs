// npm test: required of every change, in minutes. npm run test:long: everything else. npm test -- <words>: the test
// files of both whose path contains one of the words. npm run check: the quick part.
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run, runTogether } from './prepare.mjs';

ensureInstalled();
// One seed for every attempt, so that a failed random test is repeated with the same values.
process.env.SEED ??= String(randomInt(2 ** 31));
const given = process.argv.slice(2);
const take = (option) => given.includes(option) && given.splice(given.indexOf(option), 1).length > 0;
const isCheck = take('--check');
const isLong = take('--long');
const triesAgain = take('--try-again');
const isWhole = !isCheck && given.length === 0;
const tool = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (...words) => run(tool('vitest'), ['run', ...words]);
const types = (...folder) => [tool('tsc'), ['--noEmit', '-p', join(root, ...folder, 'tsconfig.json')]];
const style = [
  types(),
  types('web'),
  [tool('biome'), ['check', '--error-on-warnings', '.']],
  [tool('knip'), ['--no-progress']],
];
/** Test files of the project's own rules. */
const quickFiles = ['project/architecture', 'project/words', 'project/guaranteesPage', 'api/openapi'].map(
  (name) => `test/${name}.test.ts`,
);
const description = [tool('redocly'), ['lint', 'openapi.json', 'openapi-v2.json', '--config', 'redocly.yaml']];

process.exit(await main());

async function main() {
  if (isCheck) return runTogether([...style, [tool('vitest'), ['run', ...quickFiles]]]);
  if (isWhole && !isLong) {
    const status = await runTogether([...style, description]);
    if (status !== 0) return status;
  }
  if (!isWhole) return vitest(...given);
  ensureBuilt();
  // Makes tests start the built commands.
  process.env.TEST_BUILT = '1';
  process.env.SUITE = isLong ? 'long' : 'quick';
  return wholeSuite();
}

/**
 * Runs a suite. With --try-again, at most three failed files must pass three times alone, and are reported as unsteady.
 */
function wholeSuite() {
  const { status, failed } = runReported();
  if (status === 0 || !triesAgain || failed.length === 0 || failed.length > 3) return status;
  for (const file of failed) {
    for (let times = 0; times < 3; times += 1) {
      if (vitest('--maxWorkers=1', file) !== 0) return status;
    }
  }
  const line = '!'.repeat(100);
  process.stdout.write(
    `\n${line}\nNOT GREEN. Failed beside the others and passed three times alone:\n  ${failed.join('\n  ')}\n${line}\n`,
  );
  return 0;
}

/** Runs tests. `failed`: the files with a failed test. */
function runReported() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tests-'));
  try {
    const report = join(folder, 'report.json');
    const status = vitest('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
    const results = readReport(report).filter((result) => result.status === 'failed');
    return { status, failed: results.map(({ name }) => relative(root, name).replaceAll('\\', '/')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns results by file; empty if the run itself failed, which a second attempt does not fix. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
