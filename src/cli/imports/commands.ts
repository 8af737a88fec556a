import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { connectorKinds } from '../../domain/imports/connectors.ts';
import { importKindIds } from '../../domain/imports/importKinds.ts';
import { UsageError } from '../failures.ts';
import { assertFile, importEach, type OpenFile } from '../importEach.ts';
import { websiteOfOption, websiteOption } from '../onlyWebsite.ts';
import { printResult } from '../output.ts';
import { callServer } from '../serverConnection.ts';
import { withoutUndefined } from '../withoutUndefined.ts';

type Imported = OutputOf<'importFile'>;
type ImportOptions = { [Name in 'website' | 'kind' | 'columns' | 'property' | 'from' | 'to']?: string } & {
  json?: boolean;
};

/** Adds `import` and `imports`: the owner's own data from vendors' files. None of them buys. */
export function addImportCommands(program: Command): Command {
  program
    .command('import')
    .description('import exports of Search Console, Bing, analytics or Cloudflare (needs `manage`)')
    .argument('<files...>', 'exported files, unchanged')
    .option(...websiteOption)
    .addOption(new Option('--kind <kind>', 'kind (default: detected)').choices(importKindIds))
    .option('--columns <columns>', 'columns of an unknown header by position, such as page=1,visits=3 (needs --kind)')
    .option('--property <name>', 'property at the vendor (default: the domain)')
    .option('--from <date>', 'first day, if the file does not state it')
    .option('--to <date>', 'last day, if the file does not state it')
    .action(importFiles);
  const imports = program.command('imports').description('imported files of your own data');
  imports
    .command('suggest')
    .description('suggest questions from real queries; nothing is saved')
    .option(...websiteOption)
    .action(printSuggestions);
  imports
    .command('draw')
    .description('draw a stratified random sample of all candidate queries (needs `manage`)')
    .option(...websiteOption)
    .option('--size <number>', 'questions to draw', '40')
    .action(drawSample);
  imports
    .command('connect')
    .description('connect a property of Search Console, Google Analytics or Bing (needs `manage`)')
    .argument('<kind>', connectorKinds.join(', '))
    .argument('<property>', 'property as the vendor names it, such as sc-domain:example.com')
    .requiredOption('--credential <file>', 'file with Google’s JSON or Bing’s API key')
    .option(...websiteOption)
    .action(connect);
  imports
    .command('fetch')
    .description('import the figures of all connected properties (needs `manage`)')
    .option(...websiteOption)
    .option('--from <date>', 'first day (default: 28 days)')
    .option('--to <date>', 'last day (default: the vendor’s last complete day)')
    .action(fetchConnected);
  return imports;
}

async function connect(
  kind: string,
  property: string,
  { credential, website }: { credential: string; website?: string },
) {
  const text = await readFile(credential, 'utf8').catch(() => {
    throw new UsageError(`--credential ${credential}: no such file`);
  });
  const websiteId = await websiteOfOption(website);
  const { connection } = await callServer('connectData', { websiteId, kind, property, credential: text.trim() });
  printResult(connection, () => `${connection.id}  ${kind}  ${property}`);
}

async function fetchConnected({ website, from, to }: { website?: string; from?: string; to?: string }): Promise<void> {
  const { connections } = await callServer('listDataConnections', { websiteId: await websiteOfOption(website) });
  const days = withoutUndefined({ startDate: from, endDate: to });
  const lines: string[] = [];
  const read: unknown[] = [];
  for (const { id, kind, property } of connections) {
    const { connection, imports } = await callServer('readDataConnection', { id, ...days });
    const rows = imports.reduce((sum, { counts }) => sum + counts.figures, 0);
    read.push({ connection, imports });
    lines.push(`${kind}  ${property}: ${rows} rows, through ${connection.endDate}`);
  }
  printResult(read, () =>
    lines.length === 0 ? 'Nothing is connected yet: `sightline imports connect <kind> <property>`' : lines.join('\n'),
  );
}

async function printSuggestions({ website }: { website?: string }): Promise<void> {
  const match = await callServer('suggestQuestions', { websiteId: await websiteOfOption(website) });
  const remaining = Object.values(match.leftOut).reduce((sum, count) => sum + count, 0);
  printResult(match, () =>
    [
      ...match.candidates.map(
        ({ wording, query, label, metric, count }) =>
          `${wording}\n  ${JSON.stringify(query)}, ${label}, ${count} ${metric}`,
      ),
      `${match.candidates.length} of ${match.total} candidates; ${match.covered.length} covered by saved questions; ${remaining} left out`,
    ].join('\n'),
  );
}

async function drawSample({ website, size }: { website?: string; size: string }): Promise<void> {
  const { frame } = await callServer('drawQuestions', {
    websiteId: await websiteOfOption(website),
    size: Number(size),
  });
  const sample = frame.strata.flatMap(({ drawn: queries }) => queries);
  const summary = `Drawn: ${sample.length} of ${frame.size} queries in ${frame.strata.length} strata (${frame.digest.slice(0, 12)})`;
  printResult(frame, () => [...sample, summary].join('\n'));
}

async function importFiles(files: string[], { website, kind, from, to, json, ...rest }: ImportOptions): Promise<void> {
  for (const file of files) await assertFile(file);
  const { columns, property } = rest;
  const choices = {
    websiteId: await websiteOfOption(website),
    ...withoutUndefined({ confirm: kind, columns, property, startDate: from, endDate: to }),
  };
  const send = (open: OpenFile) => callServer('importFile', { ...choices, ...open() });
  await importEach(files, { isJson: json === true, send, describe: describeImport });
}

const warningTexts: Record<Imported['import']['warnings'][number], string> = {
  filtered: 'The export was filtered, so its rows are incomplete.',
  dates_unknown: 'The file does not state its days, so a newer file of its kind replaces it completely.',
  impressions_misreported:
    'Google logged impressions and positions wrongly from 13 May 2025 to 27 April 2026, so those are left out.',
  tables_skipped: 'A table of queries is in an unknown language and was left out.',
};

function describeImport(file: string, { import: saved, replaces }: Imported): string {
  const { figures, foreign } = saved.counts;
  const days = saved.startDate === null ? '' : `, ${saved.startDate} to ${saved.endDate}`;
  return [
    `${file}: ${figures} rows (${saved.kind}${days})`,
    ...(foreign > 0 ? [`  ${foreign} pages of other websites were dropped.`] : []),
    ...saved.warnings.map((warning) => `  ${warningTexts[warning]}`),
    ...replaces.map(({ name }) => `  Replaces ${name} for the shared days.`),
  ].join('\n');
}
