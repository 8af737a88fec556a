import { type Command, InvalidArgumentError, Option } from 'commander';
import { everyPage } from '../../client/everyPage.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { count } from '../../domain/text/count.ts';
import { utcDate } from '../dateOption.ts';
import { writeGivenFile } from '../givenFile.ts';
import { websiteOfOption, websiteOption } from '../onlyWebsite.ts';
import { printError, printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { type Prompter, withPrompter } from '../session/prompter.ts';
import { withoutUndefined } from '../withoutUndefined.ts';

type AuditState = OutputOf<'readAudit'>;
type Standing = AuditState['standings'][number];

type AuditOptions = {
  website?: string;
  size: number;
  seed?: string;
  engine?: string;
  start?: string;
  end?: string;
  continue?: string;
  gold?: string;
};

/**
 * Adds `audit` and `undecided` for decisions of people on single answers, and `readings` for readings by a model. Only
 * `readings` buys.
 */
export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description(
      'check random answers yourself, to measure the reading accuracy and correct the score (needs `manage`)',
    )
    .option(...websiteOption)
    .option('--size <answers>', 'answers to draw, up to 500', sizeOption, 40)
    .option('--seed <text>', 'seed; the same seed draws the same answers')
    .option('--engine <id>', 'only answers of this engine (default: all, in proportion)')
    .option('--start <date>', 'inclusive UTC date', utcDate)
    .option('--end <date>', 'inclusive UTC date', utcDate)
    .option('--continue <audit>', 'continue an audit, or print its state, by its id')
    .option('--gold <file>', 'also write the checked answers as a gold file for the bench')
    .action(runAudit);
  program
    .command('undecided')
    .description('list and decide undecided answers, grouped by cause')
    .option(...websiteOption)
    .option('--engine <id>', 'engine whose answers are listed (default: the declared one)')
    .option('--yes <run>', 'this answer recommends the website; repeatable', several, [])
    .option('--no <run>', 'this answer does not recommend it; repeatable', several, [])
    .option('--undo <word>', 'undo a decision by its id; repeatable', several, [])
    .option('--limit <answers>', 'answers to list for each cause', sizeOption, 3)
    .action(runUndecided);
  program
    .command('readings')
    .description(
      'read saved answers with the reading model; prints a quote, buys with --yes (needs a signed-in person)',
    )
    .option(...websiteOption)
    .option('--engine <id>', 'only answers of this engine (default: the declared one)')
    .addOption(
      new Option('--only <scope>', 'weak: answers that the rules read less reliably')
        .choices(['weak', 'all'])
        .default('weak'),
    )
    .option('--start <date>', 'inclusive UTC date', utcDate)
    .option('--end <date>', 'inclusive UTC date', utcDate)
    .option('--yes', 'buy the quoted readings')
    .action(runReadings);
}

type ReadingOptions = {
  website?: string;
  engine?: string;
  only: 'weak' | 'all';
  start?: string;
  end?: string;
  yes?: boolean;
};

/** Shows the price first, and buys nothing before a person has accepted it. */
async function runReadings({ website, engine, only, start, end, yes }: ReadingOptions): Promise<void> {
  const scope = {
    ...{ websiteId: await websiteOfOption(website), only },
    ...withoutUndefined({ engine, startDate: start, endDate: end }),
  };
  const quote = await callServer('quoteReadings', scope);
  const most = Math.min(quote.answers, quote.leftToday);
  const price = quote.typicalUsd === null ? 'at an unknown price' : `about $${quote.typicalUsd.toFixed(2)}`;
  const atMost = quote.maxUsd === null ? '' : `, at most $${quote.maxUsd.toFixed(2)}`;
  const quoted = `${safe(quote.reader)}: ${count(most, 'answer')}, ${price}${atMost}; ${quote.shared} share a text that is already read, ${quote.tooLong} are too long`;
  if (most === 0 || yes !== true) {
    printResult(quote, () => (most === 0 ? quoted : `${quoted}\nNothing was bought. Buy with --yes.`));
    return;
  }
  const requested = await callServer('requestReadings', { ...scope, most, confirmSpend: true });
  const { planned, left, because } = requested;
  printResult(
    { quote, requested },
    () => `${quoted}\n${planned} planned${because === null ? '' : `; ${left} left, because ${safe(because)}`}`,
  );
}

const several = (one: string, all: string[]): string[] => [...all, one];

function sizeOption(text: string): number {
  const size = Number(text);
  if (!/^\d{1,3}$/.test(text) || size < 1 || size > 500) throw new InvalidArgumentError('give a number from 1 to 500');
  return size;
}

async function runAudit(options: AuditOptions): Promise<void> {
  const id = options.continue ?? (await drawAudit(options));
  const first = await callServer('readAudit', { id });
  const state = first.next === null ? first : await withPrompter((prompter) => checkAnswers(prompter, first));
  if (options.gold !== undefined) {
    const rows = await everyPage(callServer, 'exportAudit', { id });
    await writeGivenFile(options.gold, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    printError(`${count(rows.length, 'checked answer')} written to ${options.gold}`);
  }
  printResult(state, () =>
    [...state.standings.map(standingText), `Continue with: sightline audit --continue ${id}`].join('\n'),
  );
}

async function drawAudit({ website, size, seed, engine, start, end }: AuditOptions): Promise<string> {
  const { audit } = await callServer('createAudit', {
    ...{ websiteId: await websiteOfOption(website), size },
    ...withoutUndefined({ seed, engine, startDate: start, endDate: end }),
  });
  return audit.id;
}

const keys = 'y = recommends it, 3 = recommends it in third place, n = does not, s = skip, u = undo, q = stop';

/** Asks about one answer at a time, until all are done or the person stops. */
async function checkAnswers(prompter: Prompter, first: AuditState): Promise<AuditState> {
  printError(`Does each answer recommend ${safe([...new Set(first.names)].join(', '))}?\n${keys}`);
  let state = first;
  const { id, websiteId } = first.audit;
  const statements: string[] = [];
  while (state.next !== null) {
    const { runId, question, engine, text } = state.next;
    const doneCount = state.words.length + state.skipped;
    printError(`\n--- ${doneCount + 1} of ${state.drawn}, ${engine} ---\n${safe(question)}\n\n${safe(text)}\n`);
    const key = await prompter.line('y, n, position, s, u or q: ');
    if (key === 'q') break;
    if (key === 'u') {
      const last = statements.pop();
      if (last !== undefined) await callServer('undoWords', { id: websiteId, ids: [last] });
    } else if (key === 's') {
      await callServer('skipAuditAnswer', { id, runId });
    } else {
      const word = wordOf(key);
      if (word === null) {
        printError(keys);
        continue;
      }
      const { words } = await callServer('decideAnswers', { id: websiteId, runIds: [runId], auditId: id, ...word });
      statements.push(...words.map((one) => one.id));
    }
    state = await callServer('readAudit', { id });
  }
  return state;
}

function wordOf(key: string): { recommended: boolean; position: number | null } | null {
  if (key === 'y') return { recommended: true, position: null };
  if (key === 'n') return { recommended: false, position: null };
  return /^[1-9]\d{0,2}$/.test(key) ? { recommended: true, position: Number(key) } : null;
}

const points = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
const range = (interval: { lower: number; upper: number } | null): string =>
  interval === null ? '' : ` (${points(interval.lower)} to ${points(interval.upper)})`;

function standingText({ engine, answers, checked, right, wrong, undecided, ...rest }: Standing): string {
  const { rightShare, raw, corrected, moreNeeded } = rest;
  const checkedText = `${engine}: checked by you: ${count(checked, 'answer')}, ${right} right, ${wrong} wrong, ${undecided} undecided`;
  const shareText = rightShare === null ? '' : `; right ${points(rightShare.value)} %${range(rightShare.interval95)}`;
  const rawText = `score over ${count(answers, 'answer')}: ${points(raw.value)} as read${range(raw.interval95)}`;
  const correctedText =
    corrected === null
      ? `corrected after ${count(moreNeeded, 'more checked answer')}`
      : `${points(corrected.value)} corrected${range(corrected.interval95)}`;
  return `${checkedText}${shareText}\n  ${rawText}, ${correctedText}`;
}

type UndecidedOptions = {
  website?: string;
  engine?: string;
  yes: string[];
  no: string[];
  undo: string[];
  limit: number;
};

async function runUndecided({ website, engine, yes, no, undo, limit }: UndecidedOptions): Promise<void> {
  const id = await websiteOfOption(website);
  const decided: OutputOf<'decideAnswers'>['words'] = [];
  if (undo.length > 0) await callServer('undoWords', { id, ids: undo });
  for (const [runIds, recommended] of [
    [yes, true],
    [no, false],
  ] as const) {
    if (runIds.length > 0) decided.push(...(await callServer('decideAnswers', { id, runIds, recommended })).words);
  }
  const queue = await callServer('undecidedAnswers', { websiteId: id, ...withoutUndefined({ engine }) });
  const { topTen } = queue;
  printResult({ decided, ...queue }, () =>
    [
      ...decided.map((word) => `${word.runId}: ${word.recommended ? 'yes' : 'no'}; undo with --undo ${word.id}`),
      `${queue.undecided} of ${count(queue.answers, 'answer')} are undecided. Deciding the ${count(topTen.causes, 'most frequent cause')} would leave ${topTen.undecidedAfter} and put the score${range(topTen.scoreBounds) || ' nowhere'}.`,
      ...queue.groups.flatMap(({ cause, name, answers }) => [
        `${String(answers.length).padStart(5)}  ${cause}${name === null ? '' : `: ${safe(name)}`}`,
        ...answers.slice(0, limit).map(({ runId, sentence }) => `       ${runId}  ${safe(sentence ?? '')}`),
      ]),
    ].join('\n'),
  );
}
