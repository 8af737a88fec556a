import { Argument, type Command, Option } from 'commander';
import type { Reports } from '../domain/bundle/computeReports.ts';
import { sourceTypes } from '../domain/visibility/scope.ts';
import { asCsv } from './report/csv.ts';
import { csvOf } from './report/csvRows.ts';
import { asMarkdown } from './report/markdown.ts';
import { asTerminal } from './report/terminal.ts';
import { viewOf } from './report/views.ts';
import { callServer, serverFromEnvironment } from './server.ts';

const names = ['current', 'overview', 'citations', 'prompts', 'recommendations'] as const satisfies (keyof Reports)[];
const formats = ['table', 'json', 'csv', 'markdown'] as const;

type Options = {
  website: string;
  format: (typeof formats)[number];
  start?: string;
  end?: string;
  model?: string;
  platform?: string;
  sourceType?: string;
  limit?: string;
};

/** `report <name>`: one visibility report, for people or for other programs. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('print a visibility report (SIGHTLINE_URL, SIGHTLINE_API_KEY)')
    .addArgument(new Argument('<report>', 'which one').choices(names))
    .requiredOption('--website <id>', 'id from `sightline call listSites`')
    .addOption(new Option('--format <format>', 'how it is written').choices(formats).default('table'))
    .option('--start <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--end <date>', 'inclusive UTC date, YYYY-MM-DD')
    .option('--model <name>', 'exact saved model')
    .option('--platform <name>', 'search platform')
    .addOption(new Option('--source-type <type>', 'which sources are listed').choices(sourceTypes))
    .option('--limit <count>', 'rows of each list, 1 to 200')
    .action(async (name: keyof Reports, options: Options) => {
      const { body } = await callServer(serverFromEnvironment(process.env), {
        method: 'GET',
        path: `/visibility/${name}`,
        query: queryOf(options),
      });
      if (typeof body !== 'object' || body === null || !('coverage' in body)) {
        throw new Error('the server answered something that is not a visibility report');
      }
      process.stdout.write(written(name, body as unknown as Reports[typeof name], options.format));
    });
}

/** What was not given is not sent, so that the server's own defaults and refusals hold. */
function queryOf(options: Options): Record<string, string> {
  const given = {
    websiteId: options.website,
    startDate: options.start,
    endDate: options.end,
    model: options.model,
    platform: options.platform,
    sourceType: options.sourceType,
    limit: options.limit,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function written<Name extends keyof Reports>(name: Name, report: Reports[Name], format: Options['format']): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'csv':
      return asCsv(csvOf[name](report));
    case 'markdown':
      return asMarkdown(viewOf[name](report));
    case 'table':
      return asTerminal(viewOf[name](report), widthOf(process.stdout), process.stdout.isTTY === true);
  }
}

/** The terminal's own width; COLUMNS where the output is no terminal. */
function widthOf(stream: NodeJS.WriteStream): number {
  const given = Number(process.env.COLUMNS);
  return stream.columns ?? (Number.isInteger(given) && given > 0 ? given : 100);
}
