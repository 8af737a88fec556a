import { type Command, Option } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { microUsdOf, usdText } from '../../domain/money/usd.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { onlyWebsite } from '../onlyWebsite.ts';
import { printResult, printView } from '../output.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { warnOfBranded } from './nameWarnings.ts';
import { assertQuestionTexts } from './texts.ts';

type Engine = OutputOf<'listEngines'>['items'][number];
type Question = OutputOf<'listQuestions'>['items'][number];
type LastAnswer = Question['engines'][number]['lastAnswer'];
type NewQuestions = {
  engine: string[];
  tag: string[];
  website?: string;
  country?: string;
  language?: string;
};

const several = (one: string, all: string[]): string[] => [...all, one];

/** Adds `engines` and `questions`: the engines that can be asked, and the saved questions. None of them buys. */
export function addQuestionCommands(program: Command): void {
  program
    .command('engines')
    .description('list the engines with their state, and how a lost purchase is found')
    .option('--probe', 'also test credentials of enabled engines with free calls')
    .action(async ({ probe }: { probe?: boolean }) => {
      const engines = await everyPage(callServer, 'listEngines', {});
      const probes = probe === true ? await probesOf(engines) : [];
      printView({ items: engines, ...(probe === true ? { probes } : {}) }, () => enginesView(engines, probes));
    });
  const questions = program.command('questions').description('saved questions and the latest answers');
  addListVerb(questions)
    .description('list saved questions with the latest answer of each engine')
    .option('--website <id>', 'only about this website')
    .option('--tag <tag>', 'only with this tag')
    .action(async ({ website, tag }: { website?: string; tag?: string }) => {
      const saved = await everyPage(callServer, 'listQuestions', {
        ...(website === undefined ? {} : { websiteId: website }),
        ...(tag === undefined ? {} : { tag }),
      });
      printView(saved, () => questionsView(saved));
    });
  questions
    .command('add')
    .description('save questions for several engines without buying answers')
    .argument('<questions...>', 'questions, worded as a customer would')
    .option('--engine <id>', 'an engine to ask; repeatable', several, [])
    .option('--tag <tag>', 'a tag of the questions; repeatable', several, [])
    .option('--website <id>', 'website of the questions (default: the only one)')
    .option('--country <code>', 'two-letter country code, for example US')
    .option('--language <tag>', 'language tag, for example en')
    .action(async (queries: string[], options: NewQuestions) => {
      assertQuestionTexts(queries);
      const { engine, tag, country, language } = options;
      const website = options.website ?? (await onlyWebsite());
      const saved = await callServer('createQuestions', {
        queries,
        ...(engine.length === 0 ? {} : { engines: engine }),
        ...(tag.length === 0 ? {} : { tags: tag }),
        ...(website === undefined ? {} : { websiteId: website }),
        locale: { ...(country === undefined ? {} : { country }), ...(language === undefined ? {} : { language }) },
      });
      await warnOfBranded(saved.items);
      printResult(
        saved,
        () => `${saved.made} saved, ${saved.reused} there already\n${saved.items.map(({ id }) => id).join('\n')}`,
      );
    });
  questions
    .command('tag')
    .description('change the tags of questions, or whether they are branded (needs `manage`)')
    .argument('<ids...>', 'from `sightline questions`')
    .option('--add <tag>', 'a tag to add; repeatable', several, [])
    .option('--remove <tag>', 'a tag to remove; repeatable', several, [])
    .addOption(new Option('--branded <word>', 'whether they name the website').choices(Object.keys(brandedWords)))
    .action(async (questionIds: string[], { add, remove, branded }: Retagging) => {
      const { items } = await callServer('changeQuestions', {
        ...{ questionIds, addTags: add, removeTags: remove },
        ...(branded === undefined ? {} : { branded: brandedWords[branded] }),
      });
      printResult(items, () => items.map((one) => [one.id, ...marksOf(one)].join('  ')).join('\n'));
    });
  questions
    .command('archive')
    .description('archive a question for all engines; its answers are kept')
    .argument('<id>', 'from `sightline questions`')
    .action(async (id: string) => {
      await callServer('archiveQuestion', { id });
      printResult({ id, state: 'archived' }, () => `${id} is archived`);
    });
}

type Retagging = { add: string[]; remove: string[]; branded?: keyof typeof brandedWords };

const brandedWords = { yes: true, no: false, rule: null } as const;

/** Formats a question's tags, and whether it names the website. */
function marksOf({ tags, branded }: Pick<Question, 'tags' | 'branded'>): string[] {
  return [...(branded ? ['(branded)'] : []), ...tags];
}

type Probe = OutputOf<'probeEngine'>;

/** Probes the engines one by one, because vendors limit free calls too. */
async function probesOf(engines: readonly Engine[]): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const { id, state } of engines) if (state === 'ready') probes.push(await callServer('probeEngine', { id }));
  return probes;
}

function standingOf({ state, simulated, declared }: Engine): string {
  const words = [state, ...(simulated ? ['simulated'] : []), ...(declared ? ['declared'] : [])];
  return words.join(', ');
}

function enginesView(engines: readonly Engine[], probes: readonly Probe[]): ReportView {
  const isReached = ({ ok }: Probe): string =>
    ok === null ? 'cannot be tested for free' : ok ? 'reached' : 'not reached';
  return {
    head: [`${engines.filter(({ state }) => state === 'ready').length} of ${engines.length} engines can be asked`],
    sections: [
      {
        title: 'Engines',
        columns: [
          'engine',
          'state',
          { name: 'takes', right: true },
          { name: 'typical USD', right: true },
          { name: 'held USD', right: true },
          { name: 'a lost purchase is found', flexible: true },
        ],
        rows: engines.map((engine) => [
          engine.id,
          standingOf(engine),
          `${Math.round(engine.usualSeconds)} s`,
          usdOrUnknown(engine.price?.typicalUsd),
          usdOrUnknown(engine.price?.heldUsd),
          engine.recoveryNote,
        ]),
        empty: 'there are none',
      },
    ],
    notes: [
      ...engines.flatMap(({ id, offReason }) => (offReason === null ? [] : [`${id} is off. ${offReason}`])),
      ...probes.map((probe) => `${probe.engine}: ${isReached(probe)}. ${probe.message}`),
    ],
  };
}

/** Formats the price of one answer as in a quote. */
function usdOrUnknown(usd: number | null | undefined): string {
  return usd == null ? 'unknown' : usdText(microUsdOf(usd));
}

/** Summary of an engine's last answer about the website, in two or three words. */
export function lastAnswerText(answer: LastAnswer): string {
  if (answer === null) return 'not asked';
  if (answer.status === 'listed') return answer.position === null ? 'listed' : `listed at ${answer.position}`;
  const words = { not_listed: 'not listed', unknown: 'unknown', no_answer: 'no answer shown' };
  return answer.status === null ? 'answered' : words[answer.status];
}

function questionsView(questions: readonly Question[]): ReportView {
  const engines = [...new Set(questions.flatMap((question) => question.engines.map(({ engine }) => engine)))];
  return {
    head: [`${questions.length} ${questions.length === 1 ? 'question' : 'questions'}`],
    sections: [
      {
        title: 'Questions',
        columns: [{ name: 'question', flexible: true }, 'tags', ...engines.map((name) => ({ name })), 'id'],
        rows: questions.map((question) => [
          question.query,
          marksOf(question).join(', '),
          ...engines.map((name) => {
            const column = question.engines.find(({ engine }) => engine === name);
            return column === undefined ? '–' : lastAnswerText(column.lastAnswer);
          }),
          question.id,
        ]),
        empty: 'no questions yet; add one with `sightline questions add`',
      },
    ],
    notes: [],
  };
}
