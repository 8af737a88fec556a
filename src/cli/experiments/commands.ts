import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { SightlineError } from '../../client/sightlineError.ts';
import type { InputOf } from '../../contract/callTypes.ts';
import { type ExperimentEvidence, findFalseClaims } from '../../domain/experiments/evidence.ts';
import type { Judgement } from '../../domain/experiments/judge.ts';
import { notSaved, UsageError } from '../failures.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printJson, printResult } from '../output.ts';
import { callServer } from '../serverConnection.ts';

/** Adds `experiments`: list, preview, register and read experiments, and verify a verdict offline. */
export function addExperimentCommands(program: Command): void {
  const experiments = program
    .command('experiments')
    .alias('experiment')
    .description('experiments that compare a change with a control');
  addListVerb(experiments)
    .description('list experiments that compare a change with a control')
    .action(async () => {
      const { items } = await callServer('listExperiments', {});
      const lines = items.map(({ id, name, registration, verdict }) => {
        const state = registration === null ? 'draft' : (verdict?.words ?? 'registered');
        return `${id}  ${name}: ${state}`;
      });
      printResult(items, () => (lines.length === 0 ? 'no experiments yet' : lines.join('\n')));
    });
  experiments
    .command('preview <file>')
    .description('price a protocol, a JSON file, and compute the smallest change it can find; saves nothing')
    .action(async (file: string) => {
      // A preview has no name, but `add` reads the same file and needs one.
      const { name: _, ...protocol } = await readJson<InputOf<'createExperiment'>>(file);
      printJson(await ofFile(file, callServer('previewExperiment', protocol)));
    });
  experiments
    .command('add <file>')
    .description('save a protocol, a JSON file, as a draft')
    .action(async (file: string) =>
      printJson(await ofFile(file, callServer('createExperiment', await readJson(file)))),
    );
  experiments
    .command('register <id>')
    .description('freeze an experiment and draw its arms')
    .action(async (id: string) => printJson(await callServer('registerExperiment', { id })));
  experiments
    .command('change <id>')
    .description('record that the change is live')
    .option('--capture-after <run>', 'capture after the change, where clusters name pages')
    .addOption(new Option('--capture <run>').hideHelp())
    .option('--step <number>', 'step of a roll-out, from 0', '0')
    .action(async (id: string, options: { captureAfter?: string; capture?: string; step: string }) => {
      const captureAfter = options.captureAfter ?? options.capture ?? null;
      printJson(await callServer('recordChange', { id, step: Number(options.step), captureAfter }));
    });
  experiments
    .command('read <id>')
    .description('read the verdict; numbers appear after a registered analysis')
    .action(async (id: string) => printVerdict((await callServer('readExperimentResult', { id })).result));
  experiments
    .command('evidence <id>')
    .description('print all evidence for the verdict as JSON')
    .action(async (id: string) => printJson(await callServer('readExperimentEvidence', { id })));
  experiments
    .command('verify <file>')
    .description('recompute the verdict from saved evidence, offline')
    .action(async (file: string) => verifyEvidence(file, await readJson(file)));
}

/** Names the file in an error about its content, because the fields of a file are not options of the command. */
async function ofFile<T>(file: string, call: Promise<T>): Promise<T> {
  return call.catch((cause: unknown) => {
    if (!(cause instanceof SightlineError)) throw cause;
    if (cause.code === 'not_found') throw notSaved(file, cause.message);
    throw cause.code === 'invalid_request' ? new UsageError(`${file}: ${cause.message}`) : cause;
  });
}

/** Returns the computed value; null if the shape of the input makes the computation fail. */
function attempt<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch {
    return null;
  }
}

async function readJson<T>(file: string): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

function printVerdict(result: Judgement, notes: readonly string[] = []): void {
  const { words, detail, estimate } = result;
  const range = estimate?.interval95 ?? null;
  const interval = range === null ? '' : ` (95 % interval ${range.low.toFixed(1)} to ${range.high.toFixed(1)})`;
  const lines = [
    [words, detail].filter((part) => part !== null).join(': '),
    ...(estimate === null
      ? []
      : [`difference ${estimate.difference.toFixed(1)} points${interval}, p ${estimate.p?.toFixed(4) ?? 'unknown'}`]),
    ...notes,
  ];
  printResult(result, () => lines.join('\n'));
}

function verifyEvidence(file: string, evidence: ExperimentEvidence): void {
  const wrong = attempt(() => findFalseClaims(evidence));
  if (wrong === null) throw new UsageError(`${file} is not the evidence of an experiment`);
  if (wrong.length > 0)
    throw new UsageError(`the evidence gives a different ${wrong.join(' and a different ')} than the file states`);
  printVerdict(evidence.judgement, ['verified']);
}
