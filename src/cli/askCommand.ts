import type { Command } from 'commander';
import { everyPage } from '../client/everyPage.ts';
import type { OutputOf } from '../contract/callTypes.ts';
import { ensureMany } from './ensureCommand.ts';
import { exitCodes, UsageError } from './failures.ts';
import { onlyWebsite } from './onlyWebsite.ts';
import { print, printError } from './output.ts';
import { lastAnswerText } from './questionCommands.ts';
import { asTerminal } from './report/terminal.ts';
import { callServer } from './serverConnection.ts';
import { withPrompter } from './session/prompter.ts';
import { dollars, quoteText } from './spendingCommands.ts';

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

/** `ask`: saves what is no question yet, says what asking costs, asks after a yes, and shows the answers. */
export function addAskCommand(program: Command): void {
  program
    .command('ask')
    .description('ask questions: shows the price, asks you to confirm, then shows the answers')
    .argument('[questions...]', 'ids from `sightline questions`, or texts, which are then saved as questions')
    .option('--all', 'every saved question, or every one about --website')
    .option('--engine <id>', 'an engine to ask; may be repeated', (id: string, ids: string[]) => [...ids, id], [])
    .option('--website <id>', 'the website they are about (default for texts: the only one)')
    .option('--max-age <seconds>', 'maximum age of a reused answer', '86400')
    .option('--max-usd <amount>', 'stop if it could cost more than this')
    .option('--round <name>', 'name of this round; a new name asks again (default: the UTC day)')
    .option('--yes', 'do not ask for confirmation')
    .action(async (given: string[], options: Options) => {
      process.exitCode = await ask(given, options);
    });
}

async function ask(given: string[], options: Options): Promise<number> {
  if (options.all === true ? given.length > 0 : given.length === 0) {
    throw new UsageError('name questions, or --all, and not both');
  }
  if (!/^\d+$/.test(options.maxAge)) throw new UsageError('--max-age takes whole seconds');
  const maxUsd = amountOf(options.maxUsd);
  const questions = await questionsOf(given, options);
  const caseIds = await casesOf(questions, options.engine);
  if (caseIds.length === 0) throw new UsageError('none of these can be asked now; see `sightline engines`');
  const quote = await callServer('quoteAnswers', { caseIds, maxAgeSeconds: Number(options.maxAge) });
  printError(quoteText(quote));
  if (quote.total.bought > 0) {
    const { maxUsd: most } = quote.total;
    if (maxUsd !== null && (most === null || most > maxUsd)) {
      printError(`It could cost ${dollars(most)} US dollars, more than --max-usd allows. Nothing was asked.`);
      return exitCodes.limit;
    }
    if (options.yes !== true && !(await isWanted(quote.total.bought))) {
      printError('Nothing was asked.');
      return 0;
    }
  }
  const { maxAge, round } = options;
  const code = await ensureMany(callServer, caseIds, { maxAge, ...(round === undefined ? {} : { round }) });
  await showAnswers(
    questions.map(({ id }) => id),
    options.engine,
  );
  return code;
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d+(?:\.\d{1,6})?$/.test(text)) throw new UsageError('--max-usd takes US dollars, such as 0.50');
  return Number(text);
}

function isWanted(bought: number): Promise<boolean> {
  return withPrompter(async (prompter) => {
    if (!prompter.isInteractive) throw new UsageError('nobody can be asked here: --yes asks without a question');
    const said = await prompter.line(`Ask ${bought} ${bought === 1 ? 'question' : 'questions'}? [y/N] `);
    return /^y(?:es)?$/i.test(said);
  });
}

/** What is no id is a text: it is saved, or found where it is saved already. */
async function questionsOf(given: readonly string[], options: Options): Promise<Question[]> {
  const { website, engine } = options;
  if (options.all === true) return [...(await everyPage(callServer, 'listQuestions', aboutOf(website)))];
  const ids = given.filter((one) => /^question_\w+$/.test(one));
  const texts = given.filter((one) => !ids.includes(one));
  const known = ids.length === 0 ? [] : await everyPage(callServer, 'listQuestions', {});
  const found = ids.map((id) => {
    const match = known.find((question) => question.id === id);
    if (match === undefined) throw new UsageError(`${id}: no such question is saved; see \`sightline questions\``);
    return match;
  });
  if (texts.length === 0) return found;
  const engines = engine.length === 0 ? {} : { engines: engine };
  const about = aboutOf(website ?? (await onlyWebsite()));
  const saved = await callServer('createQuestions', { queries: texts, ...about, ...engines, locale: {} });
  return [...found, ...saved.items];
}

function aboutOf(website: string | undefined): { websiteId?: string } {
  return website === undefined ? {} : { websiteId: website };
}

/** The cases of the engines that are asked: those that are named, else every one that is on. */
async function casesOf(questions: readonly Question[], engines: readonly string[]): Promise<string[]> {
  const listed = await everyPage(callServer, 'listEngines', {});
  const ready = listed.filter(({ state }) => state === 'ready').map(({ id }) => id);
  const off = engines.find((engine) => !ready.includes(engine));
  if (off !== undefined) throw new UsageError(`--engine ${off}: cannot be asked; see \`sightline engines\``);
  const asked = engines.length === 0 ? ready : engines;
  return questions.flatMap((question) =>
    question.engines.filter(({ engine }) => asked.includes(engine)).flatMap(({ cases }) => cases.map(({ id }) => id)),
  );
}

async function showAnswers(ids: readonly string[], engines: readonly string[]): Promise<void> {
  const after = (await everyPage(callServer, 'listQuestions', {})).filter(({ id }) => ids.includes(id));
  const rows = after.flatMap((question) =>
    question.engines
      .filter(({ engine }) => engines.length === 0 || engines.includes(engine))
      .map(({ engine, lastAnswer }) => [question.query, engine, lastAnswerText(lastAnswer)]),
  );
  const columns = [{ name: 'question', flexible: true as const }, { name: 'engine' }, { name: 'now' }];
  const sections = [{ title: 'Answers', columns, rows, empty: 'there is none' }];
  print(asTerminal({ head: [], sections, notes: [] }, process.stdout.columns ?? 100, false));
}
