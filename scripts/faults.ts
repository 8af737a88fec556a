import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Campaign, Control } from './faults/campaign.ts';
import { campaigns } from './faults/campaigns.ts';
import { inTurn, type RunCommand } from './faults/inTurn.ts';
import { ensureBuilt, ownEnvironment, ownNode, root } from './prepare.mjs';

/**
 * `npm run faults` attacks every promise in its long form, `npm run faults -- kills money` those named, and `--short`
 * in the form of `npm run test:long`. `--controls` removes a protection from a copy of the product and fails if the
 * campaign does not notice. `--table` prints the lines of docs/guarantees.md as well. `SEED=123` repeats random
 * choices. Exits with 1 if a promise or a control did not hold.
 */
const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('--'));
const names = words.filter((word) => !word.startsWith('--'));
const known = ['--short', '--controls', '--list', '--table'];
const foreign = [
  ...options.filter((word) => !known.includes(word)),
  ...names.filter((name) => !campaigns.some((campaign) => campaign.name === name)),
];
if (foreign.length > 0) {
  const all = campaigns.map(({ name }) => name).join(', ');
  process.stderr.write(`faults: unknown: ${foreign.join(', ')}. Options: ${known.join(', ')}. Campaigns: ${all}\n`);
  process.exit(2);
}
const chosen = campaigns.filter(({ name }) => names.length === 0 || names.includes(name));
const seed = process.env.SEED ?? String(randomInt(2 ** 31));

type Row = { name: string; held: boolean; tests: string; seconds: number; figures: string[] };
type Result = Omit<Row, 'held'> & { passed: boolean; failed: string[] };

if (options.includes('--list')) {
  for (const { name, promise, files } of chosen) print(`${name}: ${promise}\n    ${files.join(' ')}`);
} else {
  ensureBuilt();
  const { rows, stoppedBy } = await inTurn(chosen, options.includes('--controls') ? controlled : attack);
  report(rows);
  if (stoppedBy !== null) print(`Stopped by ${stoppedBy}: ${rows.length} of ${chosen.length} campaigns were run.`);
  if (options.includes('--table')) rows.forEach(printLine);
  process.exitCode = stoppedBy !== null ? 128 + constants.signals[stoppedBy] : rows.every(({ held }) => held) ? 0 : 1;
}

async function attack(campaign: Campaign, run: RunCommand): Promise<Row> {
  const isLong = !options.includes('--short');
  print(`\n${campaign.name}: ${campaign.promise}`);
  const long = isLong ? Object.entries(campaign.long ?? {}) : [];
  // The length is configurable: `FLEET_KILLS=100 npm run faults -- fleet`.
  const env = Object.fromEntries(long.map(([name, length]) => [name, process.env[name] ?? length]));
  const { passed, failed: _all, ...row } = await runTests(run, root, campaign, env, 'inherit');
  return { ...row, held: passed };
}

/** Runs the campaign in its short form on a copy without the protection: it must fail. */
async function controlled(campaign: Campaign, run: RunCommand): Promise<Row> {
  print(`\n${campaign.name}, without ${campaign.control.removes}`);
  const folder = copyWithout(campaign.control);
  try {
    const { env, only } = campaign.control;
    const tried = only === undefined ? campaign : { ...campaign, only };
    const { passed: _passed, failed, ...row } = await runTests(run, folder, tried, env, 'ignore');
    // Only a test that ran and failed has noticed something; its message shows whether it is the expected one.
    const noticed = failed.length > 0;
    const told = `${noticed ? `${failed.length} tests failed` : 'was not noticed'}: without ${campaign.control.removes}`;
    return { ...row, held: noticed, figures: [told, ...failed.slice(0, 3)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyWithout({ file, and, ...first }: Control): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-control-'));
  const left = ['node_modules', '.git', 'dist'];
  cpSync(root, folder, { recursive: true, filter: (path) => !left.includes(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  let text = readFileSync(join(folder, file), 'utf8');
  for (const { without, instead } of and === undefined ? [first] : [first, and]) {
    if (text.split(without).length !== 2)
      throw new Error(`the control of ${file} is old: ${JSON.stringify(without)} must stand there exactly once`);
    text = text.replace(without, () => instead);
  }
  writeFileSync(join(folder, file), text);
  return folder;
}

async function runTests(
  run: RunCommand,
  cwd: string,
  { name, files, only }: Campaign,
  env: Readonly<Record<string, string>> = {},
  stdio: 'inherit' | 'ignore',
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-faults-'));
  const [result, figures] = [join(folder, 'result.json'), join(folder, 'figures.jsonl')];
  const began = performance.now();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const asked = ['run', `--maxWorkers=${availableParallelism()}`, '--reporter=dot', '--reporter=json'];
  const filter = only === undefined ? [] : ['-t', only];
  try {
    const status = await run(ownNode, [vitest, ...asked, `--outputFile.json=${result}`, ...filter, ...files], {
      cwd,
      stdio: ['ignore', stdio, stdio],
      env: {
        ...ownEnvironment(),
        // A copy runs from its sources: nothing of it was built.
        ...(cwd === root ? { TEST_BUILT: '1' } : {}),
        ...env,
        SEED: seed,
        FAULTS_FIGURES: figures,
      },
    });
    const counted = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
    return {
      name,
      passed: status === 0 && counted?.numPassedTests > 0 && (only !== undefined || counted?.numPendingTests === 0),
      failed: counted === null ? [] : failedTests(counted),
      tests: counted === null || counted.numTotalTests === 0 ? 'none' : testsOf(counted),
      seconds: (performance.now() - began) / 1000,
      figures: existsSync(figures) ? linesOf(figures) : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Counted = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

/** Returns the name and reason of each: a test that only timed out has noticed less than one that saw the fault. */
function failedTests({ testResults }: Counted): string[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [why = ''] }) => `${fullName}: ${why.split('\n')[0]?.slice(0, 300)}`);
}

function testsOf(counted: { numPassedTests: number; numTotalTests: number; numPendingTests: number }): string {
  const skipped = counted.numPendingTests > 0 ? `, ${counted.numPendingTests} skipped` : '';
  return `${counted.numPassedTests} of ${counted.numTotalTests}${skipped}`;
}

function linesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as string);
}

function report(rows: readonly Row[]): void {
  print(`\nSEED=${seed}, Node ${process.versions.node}, ${availableParallelism()} cores\n`);
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, held, tests, seconds, figures } of rows) {
    print(`${held ? 'held  ' : 'BROKEN'}  ${name.padEnd(width)}  ${tests} tests  ${seconds.toFixed(0)} s`);
    for (const figure of figures) print(`        ${figure}`);
  }
  const broken = rows.filter(({ held }) => !held).length;
  if (rows.length > 0) print(broken === 0 ? `All ${rows.length} held.` : `${broken} of ${rows.length} did not hold.`);
}

/** Prints the line of a campaign in the table of guarantees. */
function printLine({ name, tests, figures }: Row): void {
  const promise = chosen.find((campaign) => campaign.name === name)?.promise;
  const told = figures.length === 0 ? `${tests} tests` : figures.join('; ');
  print(`| ${promise} | \`npm run faults -- ${name}\` | ${told} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
