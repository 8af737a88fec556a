import { Command, Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig } from '../app/config.ts';
import { findNearest } from '../domain/text/nearest.ts';
import { addCompletionCommand } from './calls/completion.ts';
import { exitCodes, UsageError } from './failures.ts';
import { rememberCommand } from './fieldNames.ts';
import { groupCommands } from './helpHeadings.ts';
import { furtherVerbs, nouns } from './nouns/nouns.ts';
import { beginOutput, endOutput, print, printError, printJsonFailure } from './output.ts';
import { serverEnvironment } from './serverEnvironment.ts';

/** Creates the command line without its commands. `end` is the only way to end the process. */
export function createProgram(end: (code: number) => never): Command {
  return (
    new Command('sightline')
      .version(packageFile.version, '--version', 'print the version')
      .description('Do AI answer engines recommend your website, and can they read it?')
      // Options after a subcommand belong to it, even if its parent has one of the same name.
      .enablePositionalOptions()
      .hook('preAction', (_program, command) => {
        rememberCommand(command);
        beginOutput(command.opts().json === true);
      })
      .hook('postAction', () => endOutput())
      .showHelpAfterError('`sightline help` lists the commands; `--help` after one lists its options')
      // Commander repeats its arguments, so its output must pass through the same functions.
      .configureOutput({ writeOut: print, writeErr: printError })
      // Inherited by all commands below, so that errors of the command line library are usage errors too.
      .exitOverride(({ exitCode, message }) => {
        if (exitCode === 0) endOutput();
        else printJsonFailure({ code: 'usage', message: message.replace(/^error: /, ''), exitCode: exitCodes.usage });
        end(exitCode === 0 ? 0 : exitCodes.usage);
      })
  );
}

function addOwnCommands(program: Command): void {
  addCompletionCommand(program, oldForms);
  program
    .command('serve')
    .description('start the server: API, web app and worker, or the role set by ROLE')
    .action(async () => {
      const config = readConfig(serverEnvironment());
      if (config.ROLE === 'watch') await (await import('./watch/command.ts')).runWatch(serverEnvironment());
      else await (await import('./operator/serve.ts')).runServer(config);
    });

  program
    .command('worker')
    .description('start only a worker, which follows runs; needs PostgreSQL')
    .action(async () =>
      (await import('./operator/serve.ts')).runServer(readConfig({ ...serverEnvironment(), ROLE: 'worker' })),
    );

  program
    .command('openapi')
    .description('print the OpenAPI description of the API')
    .addOption(new Option('--api <version>', 'version of the API').choices(['v1', 'v2']).default('v1'))
    .option('--write <file>', 'write to this file instead of standard output')
    .action(async (options: { write?: string; api: 'v1' | 'v2' }) =>
      (await import('./calls/openapi.ts')).printOpenApi(options),
    );

  program
    .command('mcp')
    .description('run an MCP server on standard input and output, for clients that cannot send a key')
    .action(async () => {
      const { serverFromEnvironment } = await import('./serverConnection.ts');
      await (await import('./calls/mcp.ts')).runBridge(serverFromEnvironment(process.env));
    });
}

type Loaded = { names: readonly string[]; add(program: Command): Promise<unknown> };

/**
 * Commands that work on this machine's database and files: verbs of `server`, also reachable without it as in earlier
 * versions.
 */
const ofServer: readonly Loaded[] = [
  {
    names: ['backup', 'restore', 'reconcile-restore'],
    add: async (program) => (await import('./operator/backup.ts')).addBackupCommands(program),
  },
  {
    names: ['retention'],
    add: async (program) => (await import('./operator/retention.ts')).addRetentionCommand(program),
  },
  { names: ['reread'], add: async (program) => (await import('./operator/reread.ts')).addRereadCommand(program) },
  { names: ['replay'], add: async (program) => (await import('./captures/replay.ts')).addReplayCommand(program) },
  { names: ['bundle'], add: async (program) => (await import('./captures/bundle.ts')).addBundleCommand(program) },
  { names: ['names'], add: async (program) => (await import('./websites/names.ts')).addNamesCommand(program) },
  {
    names: ['verification'],
    add: async (program) => (await import('./captures/verification.ts')).addVerificationCommand(program),
  },
  { names: ['account'], add: async (program) => (await import('./access/account.ts')).addAccountCommands(program) },
  { names: ['migrate'], add: async (program) => (await import('./operator/migrate.ts')).addMigrateCommand(program) },
];

const oldForms = ofServer.flatMap(({ names }) => names);

/** Commands that are loaded on demand: all of them together take 30 MB and a tenth of a second. */
const others: readonly Loaded[] = [
  { names: ['call'], add: async (program) => (await import('./calls/call.ts')).addCallCommands(program) },
  { names: ['ensure'], add: async (program) => (await import('./runs/ensure.ts')).addEnsureCommand(program) },
  { names: ['check'], add: async (program) => (await import('./captures/check.ts')).addCheckCommand(program) },
  {
    names: ['audit', 'undecided', 'readings'],
    add: async (program) => (await import('./audits/commands.ts')).addAuditCommands(program),
  },
  { names: ['verify'], add: async (program) => (await import('./captures/verify.ts')).addVerifyCommand(program) },
  { names: ['server'], add: addServer },
  { names: ['demo'], add: async (program) => (await import('./operator/demo.ts')).addDemoCommand(program) },
  { names: ['doctor'], add: async (program) => (await import('./operator/doctor.ts')).addDoctorCommand(program) },
  {
    names: ['spending', 'quote'],
    add: async (program) => (await import('./money/spending.ts')).addSpendingCommands(program),
  },
  {
    names: ['engines', 'questions'],
    add: async (program) => (await import('./questions/commands.ts')).addQuestionCommands(program),
  },
  { names: ['watch'], add: async (program) => (await import('./watch/command.ts')).addWatchCommand(program) },
  {
    names: ['plans', 'attention'],
    add: async (program) => withFurtherVerbs('plans', (await import('./plans/commands.ts')).addPlanCommands(program)),
  },
  { names: ['work'], add: async (program) => (await import('./work/commands.ts')).addWorkCommands(program) },
  {
    names: ['experiments', 'experiment'],
    add: async (program) => (await import('./experiments/commands.ts')).addExperimentCommands(program),
  },
  { names: ['alerts'], add: async (program) => (await import('./alerts/commands.ts')).addAlertCommands(program) },
  {
    names: ['sources', 'facts'],
    add: async (program) =>
      withFurtherVerbs('facts', (await import('./citedPages/commands.ts')).addSourceCommands(program)),
  },
  {
    names: ['logs', 'bots'],
    add: async (program) => withFurtherVerbs('logs', (await import('./crawlers/commands.ts')).addLogCommands(program)),
  },
  {
    names: ['import', 'imports'],
    add: async (program) =>
      withFurtherVerbs('imports', (await import('./imports/commands.ts')).addImportCommands(program)),
  },
  {
    names: ['sites'],
    add: async (program) =>
      withFurtherVerbs('sites', (await import('./websites/commands.ts')).addSiteCommands(program)),
  },
  {
    names: ['apply', 'export-plan'],
    add: async (program) => (await import('./planFile/command.ts')).addApplyCommands(program),
  },
  { names: ['ask'], add: async (program) => (await import('./runs/ask.ts')).addAskCommand(program) },
  { names: ['activity'], add: async (program) => (await import('./runs/activity.ts')).addActivityCommand(program) },
  { names: ['keys'], add: async (program) => (await import('./access/keys.ts')).addKeyCommands(program) },
  {
    names: ['setup', 'sign-in', 'sign-out'],
    add: async (program) => (await import('./access/signIn.ts')).addSignInCommands(program),
  },
  { names: ['report'], add: async (program) => (await import('./report/command.ts')).addReportCommand(program) },
  { names: ['open'], add: async (program) => (await import('./access/open.ts')).addOpenCommand(program) },
  { names: nouns.map(({ noun }) => noun), add: addNouns },
];

async function addServer(program: Command): Promise<void> {
  const server = (await import('./operator/servers.ts')).addServerCommands(program);
  for (const { add } of ofServer) await add(server);
}

async function addNouns(program: Command): Promise<void> {
  const { addNoun } = await import('./nouns/addVerbs.ts');
  const { addReportDownload } = await import('./report/download.ts');
  for (const noun of nouns) {
    const command = addNoun(program, noun);
    if (noun.noun === 'reports') addReportDownload(command);
  }
}

async function withFurtherVerbs(noun: string, command: Command): Promise<void> {
  (await import('./nouns/addVerbs.ts')).addVerbs(command, furtherVerbs[noun] ?? []);
}

/** Adds the named command, or all of them if it is unknown: help and a misspelt name need them all. */
export async function addCommands(program: Command, name: string): Promise<void> {
  addOwnCommands(program);
  const isOwn = program.commands.some((command) => command.name() === name) && name !== 'completion';
  const named = [...others, ...ofServer].filter(({ names }) => names.includes(name));
  for (const { add } of isOwn || named.length > 0 ? named : [...others, ...ofServer]) await add(program);
  addJsonOption(program);
  acceptSite(program);
  groupCommands(program, oldForms);
}

/** Commands that print a stream or their own format. */
const withoutJson: readonly string[] = [
  'demo',
  'serve',
  'worker',
  'watch',
  'mcp',
  'openapi',
  'completion',
  'call',
  'follow',
];

/** Adds `--json` to every command that runs. */
function addJsonOption(command: Command): void {
  for (const child of command.commands) {
    if (withoutJson.includes(child.name())) continue;
    if (child.commands.length > 0) addJsonOption(child as Command);
    if (child.commands.length === 0) child.option('--json', 'print one JSON object');
  }
}

/** Accepts `--site`, the earlier name of `--website`; help does not list it. */
function acceptSite(command: Command): void {
  for (const option of command.options) if (option.long === '--website') option.short = '--site';
  for (const child of command.commands) acceptSite(child as Command);
}

export function hasCommand(program: Command, word: string): boolean {
  return program.commands.some((child) => child.name() === word || child.aliases().includes(word));
}

/** @throws UsageError if a noun has no such verb, naming the nearest one, or if options precede the command */
export function assertKnownVerbs(program: Command, words: readonly string[]): void {
  let command: Command = program;
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word || child.alias() === word);
    if (next !== undefined) command = next as Command;
    else if (
      command === program &&
      /^--(?!help$|version$)\w/.test(word) &&
      words.some((one) => hasCommand(program, one))
    )
      throw new UsageError(`${word}: options follow the command, as in \`sightline sites --json\``);
    else if (word.startsWith('-') || command === program || command.commands.length === 0) return;
    else {
      const verbs = command.commands.map((child) => child.name());
      const nearest = findNearest(word, verbs);
      const all =
        verbs.length > 20 ? `\`sightline help ${command.name()}\` lists them` : `its verbs are ${verbs.join(', ')}`;
      const hint = nearest === null ? `: ${all}` : `. Did you mean ${nearest}?`;
      throw new UsageError(`${command.name()} has no verb '${word}'${hint}`);
    }
  }
}
