import { Command, Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig } from '../app/config.ts';
import { exitCodes, UsageError } from './failures.ts';
import { groupCommands } from './helpHeadings.ts';
import { print, printError } from './output.ts';
import { serverEnvironment } from './serverEnvironment.ts';

/** The command line without its commands. `end` ends the process, and is the only thing here that does. */
export function createProgram(end: (code: number) => never): Command {
  return (
    new Command('sightline')
      .version(packageFile.version, '--version', 'print the version')
      .description('Do AI answer engines recommend your website, and can they read it?')
      // Options after a subcommand are the subcommand's, even where its parent has one of the same name.
      .enablePositionalOptions()
      .hook('preAction', (_program, command) => refuseParentOptions(command))
      .showHelpAfterError('`sightline help` lists the commands; `--help` after one lists its options')
      // It repeats what it was given.
      .configureOutput({ writeOut: print, writeErr: printError })
      // Commands made below take this over: what the command line itself gets wrong is a usage error like any other.
      .exitOverride((error) => end(error.exitCode === 0 ? 0 : exitCodes.usage))
  );
}

/** Options before a subcommand belong to its parent, which does not run: refuse them rather than ignore them. */
function refuseParentOptions(command: Command): void {
  for (let parent = command.parent; parent !== null; parent = parent.parent) {
    const { options } = parent;
    const early = options.find((option) => parent?.getOptionValueSource(option.attributeName()) === 'cli');
    if (early !== undefined) throw new UsageError(`${early.long} belongs after \`${command.name()}\``);
  }
}

function addOwnCommands(program: Command): void {
  program
    .command('serve')
    .description('start the server: API, web app and worker, or the part that ROLE names')
    .action(async () => {
      const config = readConfig(serverEnvironment());
      if (config.ROLE === 'watch') await (await import('./watch/command.ts')).runWatch(serverEnvironment());
      else await (await import('./operator/serve.ts')).runServer(config);
    });

  program
    .command('worker')
    .description('start a worker only, which follows runs; needs PostgreSQL')
    .action(async () =>
      (await import('./operator/serve.ts')).runServer(readConfig({ ...serverEnvironment(), ROLE: 'worker' })),
    );

  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => (await import('./operator/migrate.ts')).migrate(readConfig(serverEnvironment())));

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

/** The commands that are loaded when they are named: all of them take 30 MB and a tenth of a second. */
const others: readonly { names: readonly string[]; add(program: Command): Promise<unknown> }[] = [
  { names: ['call'], add: async (program) => (await import('./calls/call.ts')).addCallCommands(program) },
  { names: ['ensure'], add: async (program) => (await import('./runs/ensure.ts')).addEnsureCommand(program) },
  { names: ['check'], add: async (program) => (await import('./captures/check.ts')).addCheckCommand(program) },
  {
    names: ['verification'],
    add: async (program) => (await import('./captures/verification.ts')).addVerificationCommand(program),
  },
  { names: ['names'], add: async (program) => (await import('./websites/names.ts')).addNamesCommand(program) },
  {
    names: ['audit', 'undecided', 'readings'],
    add: async (program) => (await import('./audits/commands.ts')).addAuditCommands(program),
  },
  { names: ['replay'], add: async (program) => (await import('./captures/replay.ts')).addReplayCommand(program) },
  { names: ['reread'], add: async (program) => (await import('./operator/reread.ts')).addRereadCommand(program) },
  {
    names: ['retention'],
    add: async (program) => (await import('./operator/retention.ts')).addRetentionCommand(program),
  },
  {
    names: ['bundle', 'verify'],
    add: async (program) => (await import('./captures/bundle.ts')).addBundleCommands(program),
  },
  { names: ['server'], add: async (program) => (await import('./operator/servers.ts')).addServerCommands(program) },
  { names: ['account'], add: async (program) => (await import('./access/account.ts')).addAccountCommands(program) },
  {
    names: ['backup', 'restore', 'reconcile-restore'],
    add: async (program) => (await import('./operator/backup.ts')).addBackupCommands(program),
  },
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
    add: async (program) => (await import('./plans/commands.ts')).addPlanCommands(program),
  },
  { names: ['work'], add: async (program) => (await import('./work/commands.ts')).addWorkCommands(program) },
  {
    names: ['experiments', 'experiment'],
    add: async (program) => (await import('./experiments/commands.ts')).addExperimentCommands(program),
  },
  { names: ['alerts'], add: async (program) => (await import('./alerts/commands.ts')).addAlertCommands(program) },
  {
    names: ['sources', 'facts'],
    add: async (program) => (await import('./citedPages/commands.ts')).addSourceCommands(program),
  },
  { names: ['logs', 'bots'], add: async (program) => (await import('./crawlers/commands.ts')).addLogCommands(program) },
  {
    names: ['import', 'imports'],
    add: async (program) => (await import('./imports/commands.ts')).addImportCommands(program),
  },
  { names: ['sites'], add: async (program) => (await import('./websites/commands.ts')).addSiteCommands(program) },
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
];

/** Adds the command of that name, or every one where there is none: help and a misspelled name need them all. */
export async function addCommands(program: Command, name: string): Promise<void> {
  addOwnCommands(program);
  const isOwn = program.commands.some((command) => command.name() === name);
  const named = others.filter(({ names }) => names.includes(name));
  for (const { add } of isOwn || named.length > 0 ? named : others) await add(program);
  groupCommands(program);
}
