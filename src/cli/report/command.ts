import { Argument, type Command, Option } from 'commander';
import type { InputOf, OutputOf } from '../../contract/callTypes.ts';
import type { OperationId } from '../../contract/routes.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { countedMetricIds } from '../../domain/visibility/metrics.ts';
import { divisionIds } from '../../domain/visibility/query/divisions.ts';
import { brandedChoices } from '../../domain/visibility/questionKinds.ts';
import type { Reports } from '../../domain/visibility/runReport.ts';
import { sourceTypes } from '../../domain/visibility/scope.ts';
import { UsageError } from '../failures.ts';
import { onlyWebsite, websiteOption } from '../onlyWebsite.ts';
import { print, printJson, printWithColour, wantsColour } from '../output.ts';
import { safeFields } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { csvOf } from './csvRows.ts';
import { asMarkdown } from './markdown.ts';
import { queryCsv, queryView } from './queryView.ts';
import { asTerminal } from './terminal.ts';
import type { ReportView } from './view.ts';
import { viewOf } from './views.ts';

const names = ['current', 'overview', 'citations', 'prompts', 'recommendations'] as const satisfies (keyof Reports)[];
const formats = ['table', 'json', 'csv', 'markdown'] as const;

type Options = {
  website?: string;
  format: (typeof formats)[number];
  start?: string;
  end?: string;
  model?: string;
  engine?: string;
  tag?: string;
  branded?: string;
  platform?: string;
  api: 'v1' | 'v2';
  sourceType?: string;
  limit?: string;
  by?: string;
  metrics?: string;
  compare?: string;
  json?: boolean;
};

/** Adds `report <name>`: one visibility report, for people or for other programs. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('print a visibility report')
    .addArgument(new Argument('<report>', 'the report; `query` builds a custom table').choices([...names, 'query']))
    .option(...websiteOption)
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('table'))
    .option('--start <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--end <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--model <name>', 'exact saved model')
    .option('--engine <id>', 'id from `sightline engines` (default: the declared one)')
    .option('--tag <tag>', 'only questions with this tag')
    .addOption(
      new Option('--branded <choice>', 'whether to count questions that name the website').choices(brandedChoices),
    )
    .option('--platform <name>', 'search platform of the declared engine (with --api v1)')
    .addOption(
      new Option('--api <version>', 'rule of the report: v1 counts the newest 100 attempts and branded questions')
        .choices(['v1', 'v2'])
        .default('v2'),
    )
    .addOption(new Option('--source-type <type>', 'sources to list').choices(sourceTypes))
    .option('--limit <count>', 'maximum rows of each list, 1 to 200')
    .addOption(new Option('--by <division>', 'of `query`: grouping of the rows').choices(divisionIds))
    .option('--metrics <ids>', `of \`query\`: ids separated by commas (${countedMetricIds.join(', ')})`)
    .addOption(new Option('--compare <period>', 'of `query`: comparison period').choices(['previous']))
    .action(async (name: keyof Reports | 'query', options: Options) => {
      const askWebsite = async () => options.website ?? (await onlyWebsite());
      if (name === 'query') {
        return showQuery(await callServer('queryReport', buildTableQuery(options, await askWebsite())), options);
      }
      const isOfV1 = options.api === 'v1';
      if (isOfV1 && [options.engine, options.tag, options.branded].some((choice) => choice !== undefined)) {
        throw new UsageError('--engine, --tag and --branded need --api v2');
      }
      if (!isOfV1 && options.platform !== undefined) {
        throw new UsageError('--platform works only with --api v1; use --engine');
      }
      const operation = isOfV1 ? operationOf[name] : engineOperationOf[name];
      const report = await callServer(operation, buildQuery(options, await askWebsite()));
      show(name, report as unknown as Reports[typeof name], options.json === true ? 'json' : options.format);
    });
}

const operationOf = {
  current: 'currentVisibility',
  overview: 'visibilityOverview',
  citations: 'topCitations',
  prompts: 'promptVisibility',
  recommendations: 'visibilityRecommendations',
} as const satisfies Record<(typeof names)[number], OperationId>;

/** Names of the same reports in v2. */
const engineOperationOf = {
  current: 'engineVisibility',
  overview: 'engineOverview',
  citations: 'engineCitations',
  prompts: 'enginePrompts',
  recommendations: 'engineRecommendations',
} as const satisfies Record<(typeof names)[number], OperationId>;

/** Omits unset options, so that the server's own defaults and refusals apply. */
function buildQuery(options: Options, websiteId: string | undefined): InputOf<'currentVisibility'> {
  const { start, end, model, engine, tag, branded, platform, sourceType, limit } = options;
  // The server refuses invalid values with its own messages.
  const choice = { model, engine, tag, branded, platform, sourceType, limit };
  return { websiteId, startDate: start, endDate: end, ...choice } as never;
}

function buildTableQuery(options: Options, websiteId: string | undefined): InputOf<'queryReport'> {
  const { start, end, engine, tag, branded, limit, by, metrics, compare } = options;
  const period = { websiteId, startDate: start, endDate: end };
  return { ...period, engine, tag, branded, limit, by, metrics, compareWith: compare } as never;
}

function showQuery(report: OutputOf<'queryReport'>, { json, format }: Options): void {
  if (json === true || format === 'json') printJson(report);
  else if (format === 'csv') print(asCsv(safeFields(queryCsv(report))));
  else printView(queryView(report), format);
}

function printView(view: ReportView, format: Options['format']): void {
  if (format === 'markdown') print(asMarkdown(view));
  else printWithColour(asTerminal(view, widthOf(process.stdout), wantsColour(process.stdout)));
}

function show<Name extends keyof Reports>(name: Name, report: Reports[Name], format: Options['format']): void {
  if (format === 'json') printJson(report);
  else if (format === 'csv') print(asCsv(safeFields(csvOf[name](report))));
  else printView(viewOf[name](report), format);
}

/** Returns the terminal's width, or COLUMNS if the output is not a terminal. */
function widthOf(stream: NodeJS.WriteStream): number {
  const givenCount = Number(process.env.COLUMNS);
  return stream.columns ?? (Number.isInteger(givenCount) && givenCount > 0 ? givenCount : 100);
}
