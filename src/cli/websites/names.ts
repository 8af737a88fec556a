import { type Command, InvalidArgumentError } from 'commander';
import type { SiteNamesResult } from '../../app/changeSiteNames.ts';
import { readConfig } from '../../app/config.ts';
import { count } from '../../domain/text/count.ts';
import { printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';
import { nameAndDomain } from './acceptNames.ts';

type Options = {
  ours: string[];
  theirs: { name: string; domain: string }[];
  acceptOffers?: number | true;
  takeBack: string[];
  exact: string[];
  prefix: string[];
  limit: number;
};

/** Adds `names <websiteId>`, which records the company of each name in the answers. */
export function addNamesCommand(program: Command): void {
  program
    .command('names')
    .description('list unidentified names in the latest answers; identify them, or undo a decision')
    .argument('<website-id>', 'id of a website in this database')
    .option('--ours <name>', 'this name means the website; repeatable', repeated, [])
    .option('--theirs <name=domain>', 'this name means the company at that domain; repeatable', repeatedPair, [])
    .option(
      '--accept-offers [answers]',
      'accept suggestions that at least this many other answers support (default: 2)',
      wholeNumber,
    )
    .option('--take-back <name>', 'undo a decision about this name; repeatable', repeated, [])
    .option('--exact <name>', 'match this name or alias only exactly, including case; repeatable', repeated, [])
    .option('--prefix <name>', 'again match longer names that begin with it; repeatable', repeated, [])
    .option('--limit <names>', 'number of names to list', wholeNumber, 30)
    .action(async (websiteId: string, options: Options) => {
      const { changeSiteNames: settleNames } = await import('../../app/changeSiteNames.ts');
      const names = await settleNames(readConfig(serverEnvironment()), {
        websiteId,
        say: [...options.ours.map((name) => ({ name, domain: null })), ...options.theirs],
        offersFrom:
          options.acceptOffers === undefined ? null : options.acceptOffers === true ? 2 : options.acceptOffers,
        takeBack: options.takeBack,
        exact: options.exact,
        prefix: options.prefix,
      });
      printResult(names, () => formatText(names, options.limit));
    });
}

function formatText({ accepted, skipped, takenBack, exactNames, ledger }: SiteNamesResult, limit: number): string {
  const rows = ledger.names.slice(0, limit);
  const lines = [
    ...accepted.map(
      ({ name, domain }) => `${safe(name)} is now ${domain === null ? 'the website' : domain}, as you stated.`,
    ),
    ...skipped.map(({ name, why }) => `${safe(name)}: unchanged. ${why}`),
    ...takenBack.map((name) => `${safe(name)}: taken back.`),
    ...(accepted.length > 0
      ? [
          `Undo: sightline names <websiteId> ${accepted.map(({ name }) => `--take-back ${quoted(safe(name))}`).join(' ')}`,
        ]
      : []),
    ...(exactNames.length > 0 ? [`Match only exactly: ${exactNames.map((name) => safe(name)).join(', ')}`] : []),
    ...ledger.exactProposals.map(
      ({ name, reason, answers }) =>
        `${safe(name)} ${reasons[reason]}${answers > 0 ? ` (in lower case in ${count(answers, 'answer')})` : ''}: consider --exact ${quoted(safe(name))}`,
    ),
    '',
    rows.length === 0
      ? 'No unidentified names in the latest answers.'
      : `${rows.length} of ${ledger.names.length} names, by their answers:`,
  ];
  for (const { name, answers, beginsWithRegistered, mayBeOwn, offer } of rows) {
    const notes = [
      ...(beginsWithRegistered ? ['begins with a registered name'] : mayBeOwn ? ['may be yours'] : []),
      ...(offer === null
        ? []
        : [
            `${offer.own ? 'yours' : offer.domain}, as in ${offer.answers} other ${offer.answers === 1 ? 'answer' : 'answers'}`,
          ]),
    ];
    lines.push(`${String(answers).padStart(5)}  ${safe(name)}${notes.length === 0 ? '' : `  (${notes.join('; ')})`}`);
  }
  return lines.join('\n').replace(/^\n/, '');
}

const reasons = {
  short: 'is very short',
  common_word: 'is a common word',
  in_lower_case: 'also appears as a common word',
} as const;

function repeated(value: string, before: string[]): string[] {
  return [...before, value];
}

function repeatedPair(value: string, before: Options['theirs']): Options['theirs'] {
  return [...before, nameAndDomain(value)];
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('must be a whole number of at least 1');
  return Number(value);
}

/** Quotes for a shell. */
function quoted(name: string): string {
  return `'${name.replaceAll("'", "'\\''")}'`;
}
