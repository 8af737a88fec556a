// npm test: what every change must hold, in minutes. npm run test:long: everything else. npm test -- <words>: the test files
// of both whose path contains one of the words. npm run check: what is quick.
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run, runTogether } from './prepare.mjs';

ensureInstalled();
// One seed for every attempt, so that a random test that failed is asked the same again.
process.env.SEED ??= String(randomInt(2 ** 31));
const given = process.argv.slice(2);
const take = (option) => given.includes(option) && given.splice(given.indexOf(option), 1).length > 0;
const isCheck = take('--check');
const isLong = take('--long');
const triesAgain = take('--try-again');
const isWhole = !isCheck && given.length === 0;
const tool = (name) => join(root, 'node_modules', '.bin', name);
const vitest = (...words) => run(tool('vitest'), ['run', ...words]);
const style = [
  [tool('tsc'), ['--noEmit']],
  [tool('tsc'), ['--noEmit', '-p', join(root, 'web', 'tsconfig.json')]],
  [tool('biome'), ['check', '--error-on-warnings', '.']],
  [tool('knip'), ['--no-progress']],
];
const description = [tool('redocly'), ['lint', 'openapi.json', 'openapi-v2.json', '--config', 'redocly.yaml']];

process.exit(await main());

async function main() {
  if (isCheck || (isWhole && !isLong)) {
    const status = await runTogether(isCheck ? style : [...style, description]);
    if (status !== 0) return status;
  }
  if (isCheck)
    return vitest(
      ...['architecture', 'words', 'guaranteesPage'].map((name) => `test/project/${name}.test.ts`),
      'test/api/openapi.test.ts',
    );
  if (!isWhole) return vitest(...given);
  ensureBuilt();
  // Commands that tests start are then the built ones.
  process.env.TEST_BUILT = '1';
  process.env.SUITE = isLong ? 'long' : 'quick';
  return wholeSuite();
}

/**
 * Runs a suite. Tests of pages that are known to be red are named at the end and fail nothing else; the list may only get
 * shorter. With --try-again at most three other files that failed must pass three times alone, and are named as unsteady.
 */
function wholeSuite() {
  const first = runReported();
  if (first.status === 0) return 0;
  const { unexpected } = first;
  if (unexpected.length > 0 && (!triesAgain || unexpected.length > 3)) return first.status;
  if (first.known.length === 0 && unexpected.length === 0) return first.status;
  for (const file of unexpected) {
    for (let times = 0; times < 3; times += 1) {
      const again = runReported('--maxWorkers=1', file);
      if (again.status !== 0 && (again.unexpected.length > 0 || again.known.length === 0)) return first.status;
    }
  }
  const line = '!'.repeat(100);
  const list = (title, names) => (names.length === 0 ? '' : `${title}:\n  ${names.join('\n  ')}\n`);
  process.stdout.write(
    `\n${line}\nNOT GREEN\n${list('Known faults, test/browser/knownFaults.json', first.known)}${list('Failed beside the others and passed three times alone', unexpected)}${line}\n`,
  );
  return 0;
}

/** Runs tests. `unexpected`: files with a failed test that is not known; `known`: names of the known ones. */
function runReported(...words) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tests-'));
  try {
    const report = join(folder, 'report.json');
    const status = vitest('--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...words);
    return { status, ...failuresIn(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failuresIn(report) {
  const unexpected = [];
  const known = [];
  const faults = JSON.parse(readFileSync(join(root, 'test', 'browser', 'knownFaults.json'), 'utf8'));
  for (const { name, status, assertionResults } of readReport(report)) {
    if (status !== 'failed') continue;
    const file = relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName);
    const isKnown = (test) => (faults[file] ?? []).includes(test);
    known.push(...failed.filter(isKnown));
    if (failed.length === 0 || !failed.every(isKnown)) unexpected.push(file);
  }
  return { unexpected, known };
}

/** Results by file; none where the run itself broke, which no second attempt mends. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
