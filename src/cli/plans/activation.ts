import { type Command, InvalidArgumentError } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { printError, printResult } from '../output.ts';
import { asTerminal } from '../report/terminal.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { confirm } from '../session/confirm.ts';
import { withPrompter } from '../session/prompter.ts';

type Read = OutputOf<'readPlan'>;
type Options = { budget?: number; maxPerRound?: number; agentDays?: number; yes?: boolean };

/** Adds `plans activate`: the price first, then a yes and the password of the signed-in member. */
export function addPlanActivation(plans: Command, viewOf: (read: Read) => ReportView): void {
  plans
    .command('activate')
    .description('activate a plan, so that its rounds buy answers; needs a signed-in user and their password')
    .argument('<id>', 'from `sightline plans`')
    .option('--budget <usd>', 'maximum cost of its rounds in a UTC month, in US dollars', numberOption)
    .option('--max-per-round <usd>', 'maximum hold of one round, in US dollars', numberOption)
    .option('--agent-days <days>', 'days for which agents may start rounds without approval', numberOption)
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, options: Options) => activate(id, options, viewOf));
}

async function activate(id: string, options: Options, viewOf: (read: Read) => ReportView): Promise<void> {
  const read = await callServer('readPlan', { id });
  printError(asTerminal(viewOf(read), process.stderr.columns ?? 100, false));
  if (options.yes !== true && !(await confirm('Activate this plan?'))) return printError('Nothing was changed.');
  const password = await withPrompter((prompter) => prompter.secret('Your password: '));
  const { plan, quote } = await callServer('activatePlan', {
    ...{ id, password, revision: read.plan.revision },
    worstCaseUsd: read.quote.round === null ? 0 : read.quote.round.total.heldUsd,
    ...(options.budget === undefined ? {} : { budgetUsdPerMonth: options.budget }),
    ...(options.maxPerRound === undefined ? {} : { maxUsdPerRound: options.maxPerRound }),
    ...(options.agentDays === undefined ? {} : { agentDays: options.agentDays }),
  });
  printResult({ plan, quote }, () => `${plan.name} is active; the next round is due ${plan.nextDueAt ?? 'on request'}`);
}

function numberOption(text: string): number {
  if (!/^\d+(?:\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('give a number, such as 5 or 0.50');
  return Number(text);
}
