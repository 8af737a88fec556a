import type { Command } from 'commander';
import { Option } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import { upperPrice } from '../../client/upperPrice.ts';
import type { InputOf, OutputOf } from '../../contract/callTypes.ts';
import { cadenceKinds, weekdays } from '../../domain/plans/cadence.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { printResult, printView } from '../output.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { addPlanActivation, nextRoundText } from './activation.ts';

type Plan = OutputOf<'readPlan'>['plan'];
type Quote = OutputOf<'readPlan'>['quote'];
type Round = OutputOf<'startRound'>['round'];
type NewPlan = {
  question: string[];
  website?: string;
  tag: string[];
  engine: string[];
  repeats: string;
  every: InputOf<'createPlan'>['cadence']['kind'];
  hours?: string;
  weekday?: NonNullable<InputOf<'createPlan'>['cadence']['weekday']>;
  at: string;
  timeZone: string;
};

const several = (one: string, all: string[]): string[] => [...all, one];

/** Adds `plans`: scheduled questions and their rounds. Activating a plan requires a signed-in person. */
export function addPlanCommands(program: Command): Command {
  const plans = program.command('plans').description('scheduled questions: rounds, prices, activation');
  addListVerb(plans)
    .description('list plans with the next due time and the result of the last round')
    .action(async () => {
      const all = await everyPage(callServer, 'listPlans', {});
      printView(all, () => plansView(all));
    });
  plans
    .command('show')
    .description('show one plan with its price and its last rounds')
    .argument('<id>', 'from `sightline plans`')
    .action(async (id: string) => {
      const { plan, quote } = await callServer('readPlan', { id });
      const { items } = await callServer('listRounds', { id, limit: 20 });
      printView({ plan, quote, rounds: items }, () => planView(plan, quote, items));
    });
  plans
    .command('add')
    .description('save a plan as a draft; start it with `plans activate`')
    .argument('<name>')
    .option('--question <id>', 'a saved question; repeatable', several, [])
    .option('--website <id>', 'all questions about this website, instead of --question')
    .option('--tag <tag>', 'all questions with this tag instead, of the named website if any; repeatable', several, [])
    .option('--engine <id>', 'an engine to ask; repeatable', several, [])
    .option('--repeats <count>', 'answers per question and round, 1 to 10', '1')
    .addOption(new Option('--every <kind>', 'when rounds are due').choices(cadenceKinds).default('daily'))
    .option('--hours <count>', 'interval in hours, with --every hours')
    .addOption(new Option('--weekday <day>', 'day of the week, with --every weekly').choices(weekdays))
    .option('--at <time>', 'local time of day, hh:mm', '06:00')
    .option('--time-zone <name>', 'IANA name, for example Europe/Vienna', 'UTC')
    .action(async (name: string, options: NewPlan) => {
      const { plan } = await callServer('createPlan', { name, ...contentOf(options) });
      const { quote } = await callServer('readPlan', { id: plan.id });
      printView({ plan, quote }, () => planView(plan, quote, null));
    });
  addPlanActivation(plans, ({ plan, quote }) => planView(plan, quote, null));
  plans
    .command('run')
    .description('start a round now; this buys answers (needs `manage` and `evaluate`)')
    .argument('<id>')
    .option('--key <key>', 'idempotency key: repeating it does not start a second round')
    .action(async (id: string, { key }: { key?: string }) => {
      const idempotencyKey = key ?? `cli:${crypto.randomUUID()}`;
      const { round } = await callServer('startRound', { id }, { idempotencyKey });
      printResult(
        round,
        () => `round ${round.number} has started: ${round.counts.requests} requests, sent by the watcher`,
      );
    });
  plans
    .command('pause')
    .description('pause a plan until it is resumed')
    .argument('<id>')
    .action(async (id: string) => {
      const { plan } = await callServer('pausePlan', { id });
      printResult(plan, () => `${plan.name}: ${plan.state}`);
    });
  plans
    .command('archive')
    .description('archive a plan and revoke its key; its answers are kept')
    .argument('<id>')
    .action(async (id: string) => {
      await callServer('archivePlan', { id });
      printResult({ id, state: 'archived' }, () => `${id} is archived`);
    });
  program
    .command('attention')
    .description('list what needs attention; exits with 1 if anything does')
    .action(showAttention);
  return plans;
}

/** Runs `attention`, which lists what waits for a person. Its exit code can stop a build. */
async function showAttention(): Promise<void> {
  const items = await everyPage(callServer, 'readAttention', {});
  printResult(items, () =>
    items.length === 0
      ? 'nothing needs attention'
      : items.map(({ since, what, remedy }) => `${since}  ${what} ${remedy}`).join('\n'),
  );
  if (items.length > 0) process.exitCode = exitCodes.failure;
}

function contentOf(options: NewPlan): Omit<InputOf<'createPlan'>, 'name'> {
  const { question, website, tag, engine, repeats, every, hours, weekday, at, timeZone } = options;
  if (engine.length === 0) throw new UsageError('--engine: name at least one (sightline engines)');
  if ((question.length === 0) === (website === undefined && tag.length === 0)) {
    throw new UsageError('--question: name questions; or a website with --website, tags with --tag, or both');
  }
  return {
    questions:
      question.length > 0
        ? { questionIds: question }
        : { ...(website === undefined ? {} : { websiteId: website }), ...(tag.length === 0 ? {} : { tags: tag }) },
    engines: engine,
    repeats: wholeNumber(repeats, '--repeats'),
    cadence: {
      kind: every,
      hours: hours === undefined ? null : wholeNumber(hours, '--hours'),
      weekday: weekday ?? null,
      at,
      timeZone,
    },
  };
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${option} takes a whole number`);
  return Number(text);
}

function usd(amount: number | null): string {
  return amount === null ? 'unknown' : `$${amount.toFixed(2)}`;
}

function progressOf({ state, counts, reason, note }: Round): string {
  if (state === 'missed') return `missed (${(reason ?? '').replaceAll('_', ' ')})${note === null ? '' : `: ${note}`}`;
  const { requests, answered, failed, cancelled, not_asked: notAsked, waiting, running, unresolved } = counts;
  const parts = [
    `${answered} of ${requests} answered`,
    ...(failed + cancelled > 0 ? [`${failed + cancelled} failed`] : []),
    ...(waiting + running > 0 ? [`${waiting + running} to come`] : []),
    ...(unresolved > 0 ? [`${unresolved} unresolved`] : []),
    ...(notAsked > 0 ? [`${notAsked} not asked (${(reason ?? '').replaceAll('_', ' ')})`] : []),
    ...(note === null ? [] : [note]),
  ];
  return parts.join(', ');
}

/** Lists limits that a plan exceeds, and questions that wait until a member allows them. */
export function quoteNotes({ limits, waiting }: Pick<Quote, 'limits' | 'waiting'>): string[] {
  const notes = limits.map(({ setting, note }) => `${setting}: ${note}`);
  if (waiting === 0) return notes;
  const saved = waiting === 1 ? '1 question was' : `${waiting} questions were`;
  return [...notes, `${saved} saved after the plan was approved, so no round asks them; add them on its page.`];
}

function plansView(plans: readonly Plan[]): ReportView {
  return {
    head: [`${plans.filter(({ state }) => state === 'active').length} of ${plans.length} plans are active`],
    sections: [
      {
        title: 'Plans',
        columns: [{ name: 'plan', flexible: true }, 'state', 'next due', 'last round', 'id'],
        rows: plans.map((plan) => [
          plan.name,
          plan.keyRevoked ? 'key no longer works' : plan.state,
          plan.nextDueAt ?? '–',
          plan.lastRound === null ? '–' : progressOf(plan.lastRound),
          plan.id,
        ]),
        empty: 'no plans yet; `sightline plans add` creates one',
      },
    ],
    notes: [],
  };
}

/** @param rounds null if they were not read */
function planView(plan: Plan, quote: Quote, rounds: readonly Round[] | null): ReportView {
  const { round, month, roundsInMonth } = quote;
  const costs =
    round === null
      ? 'nothing to ask'
      : `a round asks ${quote.questions} ${quote.questions === 1 ? 'question' : 'questions'}, ${quote.requests} times in all: typically ${usd(round.total.typicalUsd)}, ${upperPrice(round.total).word} ${usd(round.total.maxUsd)}; thirty days have ${roundsInMonth} rounds: typically ${usd(month.typicalUsd)}, ${upperPrice(round.total).word} ${usd(month.maxUsd)}`;
  return {
    head: [
      `${plan.name} (${plan.id}), ${plan.state}, revision ${plan.revision}`,
      `${plan.cadenceText}; ${plan.engines.join(', ')}; each ${plan.repeats} times`,
      nextRoundText(plan),
      costs,
    ],
    sections: rounds === null ? [] : [roundsSection(rounds)],
    notes: [
      ...quoteNotes(quote),
      ...(plan.state === 'draft' ? [`A draft buys nothing. Activate it: \`sightline plans activate ${plan.id}\``] : []),
    ],
  };
}

function roundsSection(rounds: readonly Round[]): ReportView['sections'][number] {
  return {
    title: 'Rounds',
    columns: [
      { name: '#', right: true },
      'due',
      'kind',
      { name: 'progress', flexible: true },
      { name: 'USD', right: true },
    ],
    rows: rounds.map((one) => [
      String(one.number),
      one.dueAt,
      one.kind,
      progressOf(one),
      one.money.totalUsd.toFixed(4),
    ]),
    empty: 'none yet',
  };
}
