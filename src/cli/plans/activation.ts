import { type Command, InvalidArgumentError } from 'commander';
import type { InputOf, OutputOf } from '../../contract/callTypes.ts';
import { printError, printResult } from '../output.ts';
import { asTerminal } from '../report/terminal.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { confirm } from '../session/confirm.ts';
import { withPrompter } from '../session/prompter.ts';

type Read = OutputOf<'readPlan'>;
type Options = { budget?: number; maxPerRound?: number; agentDays?: number; yes?: boolean };

/**
 * Adds `plans activate` and `plans resume`: they show the plan and its price, then ask for confirmation; activation
 * also asks for the member's password.
 */
export function addPlanActivation(plans: Command, viewOf: (read: Read) => ReportView): void {
  plans
    .command('activate')
    .description('activate a plan, so that its rounds buy answers; needs a signed-in user and their password')
    .argument('<id>', 'from `sightline plans`')
    .option('--budget <usd>', 'maximum cost of its rounds in a UTC month, in US dollars', numberOption)
    .option('--max-per-round <usd>', 'maximum hold of one round, in US dollars', numberOption)
    .option('--agent-days <days>', 'days for which agents may start rounds without approval', numberOption)
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, options: Options) => {
      const shownPlan = await confirmPlan(id, 'Activate this plan?', options, viewOf);
      if (shownPlan !== null) await activate(shownPlan, options);
    });
  plans
    .command('resume')
    .description('resume a paused plan at its next due time (needs `manage` and `evaluate`)')
    .argument('<id>', 'from `sightline plans`')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, options: Options) => {
      const shownPlan = await confirmPlan(id, 'Resume this plan?', options, viewOf);
      if (shownPlan === null) return;
      const { plan } = await callServer('resumePlan', shownPlan);
      printResult(plan, () => `${plan.name} is active; ${nextRoundText(plan)}`);
    });
}

/** Formats when a plan asks next: never, if its key no longer works. */
export function nextRoundText({ keyRevoked, nextDueAt }: Read['plan']): string {
  if (keyRevoked) return 'it asks nothing, because its key no longer works: activate it again';
  return nextDueAt === null ? 'no round is scheduled' : `next round ${nextDueAt}`;
}

/** Plan as shown to a person: the server refuses it if it has changed or costs more. */
type SeenPlan = InputOf<'resumePlan'>;

/** Shows a plan and its price, and asks for confirmation. Null: declined. */
async function confirmPlan(
  id: string,
  question: string,
  { yes }: Options,
  viewOf: (read: Read) => ReportView,
): Promise<SeenPlan | null> {
  const read = await callServer('readPlan', { id });
  printError(asTerminal(viewOf(read), process.stderr.columns ?? 100, false));
  if (yes !== true && !(await confirm(question))) {
    printError('Nothing was changed.');
    return null;
  }
  const { round, questionsDigest } = read.quote;
  return { id, revision: read.plan.revision, worstCaseUsd: round === null ? 0 : round.total.heldUsd, questionsDigest };
}

async function activate(shownPlan: SeenPlan, options: Options): Promise<void> {
  const password = await withPrompter((prompter) => prompter.secret('Your password: '));
  const { plan, quote } = await callServer('activatePlan', {
    ...{ ...shownPlan, password },
    ...(options.budget === undefined ? {} : { budgetUsdPerMonth: options.budget }),
    ...(options.maxPerRound === undefined ? {} : { maxUsdPerRound: options.maxPerRound }),
    ...(options.agentDays === undefined ? {} : { agentDays: options.agentDays }),
  });
  printResult({ plan, quote }, () => `${plan.name} is active; ${nextRoundText(plan)}`);
}

function numberOption(text: string): number {
  if (!/^\d+(?:\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('give a number, such as 5 or 0.50');
  return Number(text);
}
