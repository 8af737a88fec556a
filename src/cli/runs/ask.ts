import type { Command } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { exitCodes, NegativeResult, notSaved, UsageError } from '../failures.ts';
import { dollars, quoteText } from '../money/spending.ts';
import { onlyWebsite } from '../onlyWebsite.ts';
import { printError, printView } from '../output.ts';
import { lastAnswerText } from '../questions/commands.ts';
import { warnOfBranded } from '../questions/nameWarnings.ts';
import { assertQuestionTexts } from '../questions/texts.ts';
import type { ReportView } from '../report/view.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { confirm } from '../session/confirm.ts';
import { askRound } from './askRound.ts';
import { ensureMany, nameOfToday } from './ensure.ts';

type Question = OutputOf<'listQuestions'>['items'][number];
type Options = {
  all?: boolean;
  engine: string[];
  website?: string;
  maxAge: string;
  maxUsd?: string;
  round?: string;
  yes?: boolean;
};

/** Adds `ask`, which saves new questions, prints the price, asks after confirmation and prints the answers. */
export function addAskCommand(program: Command): void {
  program
    .command('ask')
    .description('ask questions: shows the price, asks you to confirm, then shows the answers')
    .argument('[questions...]', 'ids from `sightline questions`, or texts to save as questions')
    .option('--all', 'all saved questions, or all about --website')
    .option('--engine <id>', 'an engine to ask; repeatable', (id: string, ids: string[]) => [...ids, id], [])
    .option('--website <id>', 'the website they are about (default for texts: the only one)')
    .option('--max-age <seconds>', 'maximum age of a reused answer', '86400')
    .option('--max-usd <amount>', 'refuse if the cost could exceed this')
    .option('--round <name>', 'name of this round; a new name asks again (default: the UTC date)')
    .option('--yes', 'do not ask for confirmation')
    .action(async (values: string[], options: Options) => {
      process.exitCode = await ask(values, options);
    });
}

async function ask(inputs: string[], options: Options): Promise<number> {
  if (options.all === true && inputs.length > 0) throw new UsageError('name questions or --all, not both');
  if (options.all !== true && inputs.length === 0) throw new UsageError('name at least one question, or --all');
  if (!/^\d+$/.test(options.maxAge)) throw new UsageError('--max-age takes whole seconds');
  const maxUsd = amountOf(options.maxUsd);
  const ids = inputs.filter((one) => /^question_\w+$/.test(one));
  const texts = inputs.filter((one) => !ids.includes(one));
  assertQuestionTexts(texts);
  const before = await everyPage(callServer, 'listQuestions', options.all === true ? aboutOf(options.website) : {});
  const questions = options.all === true ? before : [...findSaved(ids, before), ...(await saveTexts(texts, options))];
  const caseIds = await deriveCases(questions, options.engine);
  if (caseIds.length === 0) throw new UsageError('none of these can be asked now; see `sightline engines`');
  await warnOfBranded(questions);
  const quote = await callServer('quoteAnswers', { caseIds, maxAgeSeconds: Number(options.maxAge) });
  for (const { query } of questions) printError(`“${safe(query)}”`);
  printError(quoteText(quote));
  if (quote.total.bought > 0) {
    const refusal = await findRefusal(quote.total, maxUsd, options);
    if (refusal !== null) {
      const added = questions.filter(({ id }) => !before.some((one) => one.id === id));
      const undo = added.map(({ id }) => `Its text is saved; \`sightline questions archive ${id}\` undoes it.`);
      const message = [`${refusal.message} Nothing was asked.`.trim(), ...undo].join('\n');
      if (refusal.code !== 0) throw new NegativeResult(message, refusal.code);
      printError(message);
      return 0;
    }
  }
  const { maxAge, round = nameOfToday() } = options;
  // Several purchases that need an approval get a single one.
  const isOneRound = quote.needsApproval && quote.total.bought > 0 && caseIds.length > 1;
  const { code, runs, failure } = await (isOneRound
    ? askRound(caseIds, { maxAgeSeconds: Number(maxAge), maxUsd, round })
    : ensureMany(callServer, caseIds, { maxAge, round }));
  if (failure !== null) throw failure;
  const requests = questions.map(({ id }) => id);
  const after = (await everyPage(callServer, 'listQuestions', {})).filter(({ id }) => requests.includes(id));
  printView({ quote, runs, questions: after }, () => answersView(after, options.engine));
  return code;
}

/**
 * Returns the reason not to buy (the price exceeds --max-usd, or the confirmation was declined); null if there is none.
 */
async function findRefusal(
  { bought, maxUsd: most }: OutputOf<'quoteAnswers'>['total'],
  maxUsd: number | null,
  { yes }: Options,
): Promise<{ message: string; code: number } | null> {
  if (maxUsd !== null && (most === null || most > maxUsd)) {
    const message = `It could cost ${dollars(most)} US dollars, more than --max-usd allows.`;
    return { message, code: exitCodes.limit };
  }
  const question = `Ask ${bought} ${bought === 1 ? 'question' : 'questions'}?`;
  return yes === true || (await confirm(question)) ? null : { message: '', code: 0 };
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d+(?:\.\d{1,6})?$/.test(text)) throw new UsageError('--max-usd takes US dollars, such as 0.50');
  return Number(text);
}

/** @throws not_found naming an id that is not saved */
function findSaved(ids: readonly string[], questions: readonly Question[]): Question[] {
  return ids.map((id) => {
    const match = questions.find((question) => question.id === id);
    if (match === undefined) throw notSaved('questions', `no such question: ${id}; \`sightline questions\` lists them`);
    return match;
  });
}

/** Saves texts as questions, or finds existing ones. */
async function saveTexts(texts: readonly string[], { website, engine }: Options): Promise<readonly Question[]> {
  if (texts.length === 0) return [];
  const engines = engine.length === 0 ? {} : { engines: engine };
  const about = aboutOf(website ?? (await onlyWebsite()));
  return (await callServer('createQuestions', { queries: [...texts], ...about, ...engines, locale: {} })).items;
}

function aboutOf(website: string | undefined): { websiteId?: string } {
  return website === undefined ? {} : { websiteId: website };
}

/** Returns the cases of the engines to ask: the named ones, otherwise all that are on. */
async function deriveCases(questions: readonly Question[], engines: readonly string[]): Promise<string[]> {
  const listed = await everyPage(callServer, 'listEngines', {});
  const ready = listed.filter(({ state }) => state === 'ready').map(({ id }) => id);
  const off = engines.find((engine) => !ready.includes(engine));
  if (off !== undefined) throw new UsageError(`--engine ${off}: cannot be asked; see \`sightline engines\``);
  const queries = engines.length === 0 ? ready : engines;
  return questions.flatMap((question) =>
    question.engines.filter(({ engine }) => queries.includes(engine)).flatMap(({ cases }) => cases.map(({ id }) => id)),
  );
}

function answersView(after: readonly Question[], engines: readonly string[]): ReportView {
  const rows = after.flatMap((question) =>
    question.engines
      .filter(({ engine }) => engines.length === 0 || engines.includes(engine))
      .map(({ engine, lastAnswer }) => [question.query, engine, lastAnswerText(lastAnswer)]),
  );
  const columns = [{ name: 'question', flexible: true as const }, 'engine', 'now'];
  const sections = [{ title: 'Answers', columns, rows, empty: 'there is none' }];
  return { head: [], sections, notes: [] };
}
