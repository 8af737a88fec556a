import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SightlineError } from '../../client/sightlineError.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { listJson } from '../../domain/crawlers/addressList.ts';
import { logFormatIds } from '../../domain/crawlers/logFormats.ts';
import { logSourceKinds } from '../../domain/crawlers/logImport.ts';
import { UsageError } from '../failures.ts';
import { assertFile, importEach, type OpenFile } from '../importEach.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { websiteOfOption, websiteOption } from '../onlyWebsite.ts';
import { print, printError, printResult, printView } from '../output.ts';
import type { Column, ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';
import { withoutUndefined } from '../withoutUndefined.ts';
import { describeCounts, followLog } from './followLog.ts';

/** Maximum length of a list that the server accepts. */
const maxListCharacters = 60_000;

type Imported = OutputOf<'importLog'>;
type Source = OutputOf<'listLogSources'>['sources'][number];
type BotRow = OutputOf<'listBotVisits'>['rows'][number];
type ImportOptions = {
  website?: string;
  source?: string | undefined;
  format?: string;
  kind?: string;
  capture: string[];
  field: Record<string, string>;
  again?: boolean;
  json?: boolean;
};
type ReportOptions = { website?: string; by: 'bot' | 'page' | 'day'; from?: string; to?: string };

const collect = (value: string, all: string[]): string[] => [...all, value];

function collectField(value: string, all: Record<string, string>): Record<string, string> {
  const [, part = '', field = ''] = /^([^=]+)=(.+)$/.exec(value) ?? [];
  if (part === '') throw new InvalidArgumentError('write it as PART=FIELD, such as at=ts');
  return { ...all, [part]: field };
}

/** Adds `logs` and `bots`: crawlers and assistant visits in the owner's logs. None of them buys. */
export function addLogCommands(program: Command): Command {
  const logs = program.command('logs').description('AI crawlers in your logs');
  addListVerb(logs)
    .description('count AI crawlers in your logs by page, verified and claimed')
    .option(...websiteOption)
    .addOption(new Option('--by <grouping>', 'what a row is').choices(['bot', 'page', 'day']).default('bot'))
    .option('--from <date>', 'first UTC date (default: 28 days ago)')
    .option('--to <date>', 'last UTC date (default: today)')
    .action(printVisits);
  withSource(logs.command('import'))
    .description('import log files (plain, gzip or zstd); importing a file twice changes nothing (needs `manage`)')
    .argument('<files...>', 'log files')
    .option('--again', 'replace the counts of a file, for example after saving address lists')
    .action(importFiles);
  withSource(logs.command('follow'))
    .description('follow a log and send new lines, across rotation and restarts (needs `manage`)')
    .argument('<file>', 'log file to follow')
    .option('--every <seconds>', 'seconds between reads', '10')
    .option('--once', 'read to the end, then stop')
    .option('--position <file>', 'where the position is kept (default: in the state folder of the user)')
    .action(follow);
  withSource(logs.command('drain'))
    .description('create an address for a vendor’s logs, and print it with its secret (needs `manage`)')
    .argument('[source]', 'name or id of the source; a new one needs --format (default: --source)')
    .option('--secret <secret>', 'the vendor’s signing secret (default: a new one)')
    .option('--verify <text>', 'Vercel: the verification text to return')
    .action(async (named: string | undefined, { secret: ownSecret, verify, ...options }: DrainOptions) => {
      const source = named ?? options.source;
      const { id } = await sourceFor(await websiteOfOption(options.website), { ...options, source });
      const { url, secret } = await callServer('openLogDrain', {
        id,
        ...withoutUndefined({ secret: ownSecret, verify }),
      });
      printResult({ url, secret }, () => `${url}\n${secret}`);
    });
  const bots = program.command('bots').description('address lists that identify crawlers');
  addListVerb(bots).description('list the address lists that identify crawlers').action(printLists);
  bots
    .command('update')
    .description('fetch published address lists, or import them from a folder (needs `manage`)')
    .option('--from <folder>', 'folder with the lists under their published file names')
    .option('--accept', 'save a list even if it shrank by more than half')
    .action(updateLists);
  return logs;
}

/** Options of commands that read logs into a source. */
const withSource = (command: Command): Command =>
  command
    .option(...websiteOption)
    .option('--source <name>', 'name of the log source', 'logs')
    .addOption(new Option('--kind <kind>', 'where that place is, for a new source').choices(logSourceKinds))
    .addOption(new Option('--format <format>', 'format (default: detected)').choices(logFormatIds))
    .option('--capture <header>', 'HAProxy: a captured request header; repeat in order', collect, [])
    .option('--field <part=field>', 'format json: the field of a part (at, path, …); repeat', collectField, {});

async function importFiles(files: string[], options: ImportOptions): Promise<void> {
  for (const file of files) await assertFile(file);
  const { id } = await sourceFor(await websiteOfOption(options.website), options);
  const isJson = options.json === true;
  const send = async (open: OpenFile) => {
    const imported = await callServer('importLog', { id, ...open() });
    if (!imported.isRepeated || options.again !== true) return imported;
    await callServer('removeLogImport', { id: imported.import.id });
    return callServer('importLog', { id, ...open() });
  };
  await importEach(files, { isJson, send, describe: describeImport });
}

type DrainOptions = ImportOptions & { secret?: string; verify?: string };
type FollowOptions = ImportOptions & { every: string; once?: boolean; position?: string };

async function follow(file: string, options: FollowOptions): Promise<void> {
  const everySeconds = Number(options.every);
  if (!(everySeconds >= 1)) throw new UsageError('--every: must be a number of seconds, 1 or more');
  await assertFile(file);
  const source = await sourceFor(await websiteOfOption(options.website), options);
  const { position, once = false } = options;
  await followLog({ file, sourceId: source.id, everySeconds, once, position });
}

/** Finds the source with this name, and creates it on first use. */
async function sourceFor(websiteId: string, options: ImportOptions): Promise<Source> {
  const name = options.source ?? 'logs';
  const { sources } = await callServer('listLogSources', { websiteId });
  const saved = sources.find((source) => [source.name, source.id].includes(name));
  const { format, kind, capture: captures, field: mapping } = options;
  const choices = {
    ...withoutUndefined({ format, kind: kind as Source['kind'] | undefined }),
    ...(captures.length === 0 ? {} : { captures }),
    ...(Object.keys(mapping).length === 0 ? {} : { mapping }),
  };
  if (saved === undefined) return (await callServer('createLogSource', { websiteId, name, ...choices })).source;
  if (Object.keys(choices).length === 0) return saved;
  return (await callServer('changeLogSource', { id: saved.id, ...choices })).source;
}

const noteTexts: Record<Imported['import']['notes'][number], string> = {
  shared_addresses: 'Almost all lines share a few addresses, probably a proxy’s, so no crawler can be verified.',
  private_addresses: 'The addresses are private, so no crawler can be verified. Log the forwarded address instead.',
  no_address_lists:
    'No address list is saved, so no crawler can be verified. Save lists with `sightline bots update`, then import with --again.',
};

function describeImport(file: string, { import: { counts, format, notes } }: Imported): string {
  return [`${file}: ${describeCounts(counts)} (${format})`, ...notes.map((note) => `  ${noteTexts[note]}`)].join('\n');
}

async function printVisits({ website, by, from, to }: ReportOptions): Promise<void> {
  const websiteId = await websiteOfOption(website);
  const days = withoutUndefined({ startDate: from, endDate: to });
  const report = await callServer('listBotVisits', { websiteId, by, ...days });
  printView(report, () => describeVisits(report, by));
}

function describeVisits(report: OutputOf<'listBotVisits'>, by: ReportOptions['by']): ReportView {
  const { coverage } = report;
  const columns = columnsOf(by);
  return {
    head: [
      `Crawlers, ${report.startDate} to ${report.endDate}`,
      coverage.hoursCovered === 0
        ? 'No log covers this period, so nothing is measured: `sightline logs import <files>`'
        : `Logs cover ${coverage.hoursCovered} of ${coverage.hoursInPeriod} hours`,
    ],
    sections: [
      {
        title: by === 'bot' ? 'By crawler' : by === 'page' ? 'By page' : 'By day',
        columns,
        rows: report.rows.map((row) => columns.map(({ of }) => String(of(row)))),
        empty: 'no requests from known crawlers',
      },
    ],
    notes: ['A read is a verified request answered with status 200 to 299. A read is not a citation.'],
  };
}

const columnsOf = (by: ReportOptions['by']): (Column & { of(row: BotRow): string | number })[] => [
  { name: by === 'bot' ? 'crawler' : by, flexible: true, of: ({ key }) => key },
  ...(by === 'bot' ? [{ name: 'role', of: ({ role }: BotRow) => role ?? '' }] : []),
  { name: 'reads', right: true, of: ({ reads }) => reads },
  ...(by === 'page' ? [] : [{ name: 'pages', right: true as const, of: ({ pages }: BotRow) => pages }]),
  { name: 'forged', right: true, of: ({ requests }) => requests.falseClaim },
  { name: 'unproven', right: true, of: ({ requests }) => requests.unverifiable },
  { name: 'blocked', right: true, of: ({ blocked }) => blocked },
  { name: 'last read', of: ({ lastReadAt }) => lastReadAt?.slice(0, 16).replace('T', ' ') ?? '' },
];

async function printLists(): Promise<void> {
  const { lists } = await callServer('listAddressLists', {});
  printResult(lists, () =>
    lists
      .map(
        ({ url, prefixes, readAt }) =>
          `${listFileName(url)}  ${url}  ${readAt === null ? 'not read yet' : `${prefixes} ranges, read ${readAt.slice(0, 10)}`}`,
      )
      .join('\n'),
  );
}

async function fetchLists(): Promise<void> {
  const { lists } = await callServer('refreshAddressLists', {});
  for (const { url, reason } of lists) print(`${url}: ${reason === null ? 'saved' : `unchanged. ${reason}`}`);
}

/** Imports each published list whose file is in the folder. */
async function updateLists({ from, accept }: { from?: string; accept?: boolean }): Promise<void> {
  if (from === undefined) return fetchLists();
  const names = await readdir(from).catch(() => {
    throw new UsageError(`--from ${from}: no such folder`);
  });
  const { lists } = await callServer('listAddressLists', {});
  let updated = 0;
  for (const { url, readAt } of lists) {
    const name = listFileName(url);
    if (!names.includes(name)) continue;
    const list = compact(await readFile(join(from, name), 'utf8'));
    const saved = await callServer('uploadAddressList', { url, list, accept: accept === true }).catch(
      (error: unknown) => {
        if (!(error instanceof SightlineError) || error.code !== 'invalid_request') throw error;
        printError(
          `${join(from, name)}: ${error.message}${readAt === null ? '' : ' The last valid list stays in use.'}`,
        );
        process.exitCode = 1;
        return null;
      },
    );
    if (saved !== null) print(`${url}: ${saved.list.prefixes} ranges`);
    updated += 1;
  }
  if (updated === 0) {
    throw new UsageError(
      `--from ${from}: contains no list; expected file names: ${lists.map(({ url }) => listFileName(url)).join(', ')}`,
    );
  }
}

/** Removes the page around a list and the blanks inside, since both make some lists too long for a request. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(listJson(text)));
  } catch {
    return text.slice(0, maxListCharacters) || '-';
  }
}

/**
 * Returns a list's file name: the vendor's host and the last part of the address, because several vendors use the same
 * name: `openai.com-gptbot.json`.
 */
function listFileName(url: string): string {
  const { hostname, pathname } = new URL(url);
  const last = pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  return `${hostname.replace(/^www\./, '')}-${/\.json$|-directory$/.test(last) ? last : `${last}.html`}`;
}
