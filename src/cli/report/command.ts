import { Argument, type Command, Option } from 'commander';
import type { InputOf } from '../../contract/callTypes.ts';
import type { OperationId } from '../../contract/routes.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { brandedChoices } from '../../domain/visibility/questionKinds.ts';
import type { Reports } from '../../domain/visibility/runReport.ts';
import { sourceTypes } from '../../domain/visibility/scope.ts';
import { UsageError } from '../failures.ts';
import { onlyWebsite } from '../onlyWebsite.ts';
import { print, printJson, printWithColour, wantsColour } from '../output.ts';
import { safeFields } from '../safe.ts';
import { callServer } from '../serverConnection.ts';
import { csvOf } from './csvRows.ts';
import { asMarkdown } from './markdown.ts';
import { asTerminal } from './terminal.ts';
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
  json?: boolean;
};

/** `report <name>`: one visibility report, for people or for other programs. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('print a visibility report')
    .addArgument(new Argument('<report>', 'the report').choices(names))
    .option('--website <id>', 'id from `sightline sites` (default: the only one)')
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('table'))
    .option('--start <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--end <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--model <name>', 'exact saved model')
    .option('--engine <id>', 'id from `sightline engines` (default: the declared one)')
    .option('--tag <tag>', 'only questions with this tag')
    .addOption(
      new Option('--branded <choice>', 'whether questions that name the website count').choices(brandedChoices),
    )
    .option('--platform <name>', 'search platform of the declared engine (with --api v1)')
    .addOption(
      new Option('--api <version>', 'rule of the report: v1 counts the newest 100 attempts and branded questions')
        .choices(['v1', 'v2'])
        .default('v2'),
    )
    .addOption(new Option('--source-type <type>', 'sources to list').choices(sourceTypes))
    .option('--limit <count>', 'maximum rows of each list, 1 to 200')
    .action(async (name: keyof Reports, options: Options) => {
      const isOfV1 = options.api === 'v1';
      if (isOfV1 && [options.engine, options.tag, options.branded].some((choice) => choice !== undefined)) {
        throw new UsageError('--engine, --tag and --branded need --api v2');
      }
      if (!isOfV1 && options.platform !== undefined) {
        throw new UsageError('--platform names the declared engine of --api v1; use --engine');
      }
      const operation = isOfV1 ? operationOf[name] : engineOperationOf[name];
      const report = await callServer(operation, buildQuery(options, options.website ?? (await onlyWebsite())));
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

/** The same reports by the rule of the web app. */
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
  // The server refuses what is none of its values, in words of its own.
  const choice = { model, engine, tag, branded, platform, sourceType, limit };
  return { websiteId, startDate: start, endDate: end, ...choice } as never;
}

function show<Name extends keyof Reports>(name: Name, report: Reports[Name], format: Options['format']): void {
  if (format === 'json') printJson(report);
  else if (format === 'csv') print(asCsv(safeFields(csvOf[name](report))));
  else if (format === 'markdown') print(asMarkdown(viewOf[name](report)));
  else printWithColour(asTerminal(viewOf[name](report), widthOf(process.stdout), wantsColour(process.stdout)));
}

/** The terminal's own width; COLUMNS where the output is not a terminal. */
function widthOf(stream: NodeJS.WriteStream): number {
  const givenCount = Number(process.env.COLUMNS);
  return stream.columns ?? (Number.isInteger(givenCount) && givenCount > 0 ? givenCount : 100);
}
