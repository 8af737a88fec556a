import type { Command } from 'commander';
import { upperPrice } from '../../client/upperPrice.ts';
import { UsageError } from '../failures.ts';
import { readGivenFile, writeGivenFile } from '../givenFile.ts';
import { print, printError, printResult } from '../output.ts';
import { quoteNotes } from '../plans/commands.ts';
import { brandedWarnings } from '../questions/nameWarnings.ts';
import { callServer } from '../serverConnection.ts';
import { withPrompter } from '../session/prompter.ts';
import { type Change, stages } from './change.ts';
import { exportedFile, rulesWithoutDestinations } from './exportedFile.ts';
import { buildDifferences, type Differences } from './planDifferences.ts';
import { type PlanFile, readPlanFile, writePlanFile } from './planFile.ts';
import { readWorkspace, type WorkspaceState } from './workspaceState.ts';

/** Adds `apply` and `export-plan`: the websites, questions, plans and alert rules of a workspace, as one file. Neither buys. */
export function addApplyCommands(program: Command): void {
  program
    .command('apply')
    .description(
      'apply a file that describes the workspace: websites, names, rivals, questions, tags, plans, alerts (needs `manage`)',
    )
    .argument('<file>', 'YAML, as `sightline export-plan` writes it; - reads standard input')
    .option('--yes', 'do not ask for confirmation')
    .action(apply);
  program
    .command('export-plan')
    .description('write the workspace to a file that `apply` accepts')
    .argument('[file]', 'path of the file (default: standard output)')
    .action(async (file: string | undefined) => {
      const state = await readWorkspace(callServer);
      const planFile = writePlanFile(exportedFile(state));
      if (file !== undefined) await writeGivenFile(file, planFile);
      printResult(exportedFile(state), () => (file === undefined ? planFile : `written to ${file}`));
      for (const name of rulesWithoutDestinations(state)) {
        printError(`alert rule ${name}: its destination is not in the file, because several have the same name`);
      }
    });
}

async function apply(name: string, { yes }: { yes?: boolean }): Promise<void> {
  const file = readPlanFile(await readGivenFile(name), name);
  const differences = buildDifferences(file, await readWorkspace(callServer));
  if (differences.changes.length === 0) {
    print(`nothing to change${leftAloneText(differences.leftAlone)}`);
    return;
  }
  // Refused as a whole before the first change, so that no half of the file is applied.
  for (const change of differences.changes) await change.check?.(callServer);
  for (const line of differences.changes.flatMap(({ lines }) => lines)) print(line);
  const remainder = leftAloneText(differences.leftAlone);
  if (remainder !== '') print(remainder.replace(/^; /, ''));
  if (yes !== true && !(await isAgreed(name, differences.changes.length))) {
    print('nothing was changed');
    return;
  }
  const createdCount = await applyChanges(file);
  print(`applied: ${createdCount} ${createdCount === 1 ? 'change' : 'changes'}`);
  const state = await readWorkspace(callServer);
  for (const line of brandedWarnings(state.questions)) print(line);
  await tellPrices(differences.changes, state);
}

async function isAgreed(name: string, count: number): Promise<boolean> {
  if (name === '-' || process.stdin.isTTY !== true) {
    throw new UsageError('cannot ask without a terminal: check the changes above, then pass --yes');
  }
  return withPrompter(async (prompter) => /^y(es)?$/i.test(await prompter.line(`Make ${count} changes? [y/N] `)));
}

/**
 * Applies a file in stages, each from the state saved at that time, so that a repetition after a failure continues
 * where it stopped.
 */
async function applyChanges(file: PlanFile): Promise<number> {
  let madeCount = 0;
  try {
    for (const stage of stages) {
      const { changes } = buildDifferences(file, await readWorkspace(callServer));
      for (const change of changes.filter((one) => one.stage === stage)) {
        await change.make(callServer);
        madeCount += 1;
      }
    }
  } catch (cause) {
    if (madeCount > 0) printError(`${madeCount} changes were saved before this; apply the file again to continue`);
    throw cause;
  }
  const { changes } = buildDifferences(file, await readWorkspace(callServer));
  if (changes.length > 0) {
    const lines = changes.flatMap((change) => change.lines).join('\n');
    throw new Error(`the server’s state differs from the file:\n${lines}`);
  }
  return madeCount;
}

/** Prints the prices of created and changed plans, and limits that keep a plan from asking all of its questions. */
async function tellPrices(changes: readonly Change[], { plans }: WorkspaceState): Promise<void> {
  if (!changes.some(({ stage }) => ['questions', 'tags', 'plans'].includes(stage))) return;
  const named = changes.filter(({ stage }) => stage === 'plans').flatMap(({ lines }) => lines);
  for (const { id, name, state } of plans) {
    const { quote } = await callServer('readPlan', { id });
    for (const note of quoteNotes(quote)) print(`plan ${name}: ${note}`);
    if (!named.some((line) => line.slice(2).startsWith(`plan ${name}:`))) continue;
    const usd = (amount: number | null) => (amount === null ? 'unknown' : `$${amount.toFixed(2)}`);
    const { word } = upperPrice(quote.round?.total ?? { maxUsd: null, heldUsd: null });
    const next = state === 'active' ? '' : `; activate it: \`sightline plans activate ${id}\``;
    print(
      `plan ${name}: a round asks ${quote.requests} times, thirty days cost ${usd(quote.month.typicalUsd)}, ${word} ${usd(quote.month.maxUsd)}${next}`,
    );
  }
}

function leftAloneText({ websites, questions, plans, alerts }: Differences['leftAlone']): string {
  const counts = { website: websites, question: questions, plan: plans, 'alert rule': alerts };
  const parts = Object.entries(counts).flatMap(([noun, count]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`],
  );
  return parts.length === 0 ? '' : `; not in the file, left unchanged: ${parts.join(', ')}`;
}
