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
      if (config.ROLE === 'watch') await (await import('./watchCommand.ts')).runWatch(serverEnvironment());
      else await (await import('./serveCommand.ts')).runServer(config);
    });

  program
    .command('worker')
    .description('start a worker only, which follows runs; needs PostgreSQL')
    .action(async () =>
      (await import('./serveCommand.ts')).runServer(readConfig({ ...serverEnvironment(), ROLE: 'worker' })),
    );

  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => (await import('./migrateCommand.ts')).migrate(readConfig(serverEnvironment())));

  program
    .command('openapi')
    .description('print the OpenAPI description of the API')
    .addOption(new Option('--api <version>', 'version of the API').choices(['v1', 'v2']).default('v1'))
    .option('--write <file>', 'write to this file instead of standard output')
    .action(async (options: { write?: string; api: 'v1' | 'v2' }) =>
      (await import('./openapiCommand.ts')).printOpenApi(options),
    );

  program
    .command('mcp')
    .description('run an MCP server on standard input and output, for clients that cannot send a key')
    .action(async () => {
      const { serverFromEnvironment } = await import('./serverConnection.ts');
      await (await import('./mcpCommand.ts')).runBridge(serverFromEnvironment(process.env));
    });
}

/** The commands that are loaded when they are named: all of them take 30 MB and a tenth of a second. */
const others: readonly { names: readonly string[]; add(program: Command): Promise<unknown> }[] = [
  { names: ['call'], add: async (program) => (await import('./callCommand.ts')).addCallCommands(program) },
  { names: ['ensure'], add: async (program) => (await import('./ensureCommand.ts')).addEnsureCommand(program) },
  { names: ['check'], add: async (program) => (await import('./checkCommand.ts')).addCheckCommand(program) },
  {
    names: ['verification'],
    add: async (program) => (await import('./verificationCommand.ts')).addVerificationCommand(program),
  },
  { names: ['names'], add: async (program) => (await import('./namesCommand.ts')).addNamesCommand(program) },
  {
    names: ['audit', 'undecided', 'readings'],
    add: async (program) => (await import('./auditCommands.ts')).addAuditCommands(program),
  },
  { names: ['replay'], add: async (program) => (await import('./replayCommand.ts')).addReplayCommand(program) },
  { names: ['reread'], add: async (program) => (await import('./rereadCommand.ts')).addRereadCommand(program) },
  {
    names: ['retention'],
    add: async (program) => (await import('./retentionCommand.ts')).addRetentionCommand(program),
  },
  {
    names: ['bundle', 'verify'],
    add: async (program) => (await import('./bundleCommand.ts')).addBundleCommands(program),
  },
  { names: ['server'], add: async (program) => (await import('./serverCommands.ts')).addServerCommands(program) },
  { names: ['account'], add: async (program) => (await import('./accountCommand.ts')).addAccountCommands(program) },
  {
    names: ['backup', 'restore', 'reconcile-restore'],
    add: async (program) => (await import('./backupCommands.ts')).addBackupCommands(program),
  },
  { names: ['doctor'], add: async (program) => (await import('./doctorCommand.ts')).addDoctorCommand(program) },
  {
    names: ['spending', 'quote'],
    add: async (program) => (await import('./spendingCommands.ts')).addSpendingCommands(program),
  },
  {
    names: ['engines', 'questions'],
    add: async (program) => (await import('./questionCommands.ts')).addQuestionCommands(program),
  },
  { names: ['watch'], add: async (program) => (await import('./watchCommand.ts')).addWatchCommand(program) },
  {
    names: ['plans', 'attention'],
    add: async (program) => (await import('./planCommands.ts')).addPlanCommands(program),
  },
  { names: ['work'], add: async (program) => (await import('./workCommands.ts')).addWorkCommands(program) },
  {
    names: ['experiments', 'experiment'],
    add: async (program) => (await import('./experimentCommands.ts')).addExperimentCommands(program),
  },
  { names: ['alerts'], add: async (program) => (await import('./alertCommands.ts')).addAlertCommands(program) },
  {
    names: ['sources', 'facts'],
    add: async (program) => (await import('./sourceCommands.ts')).addSourceCommands(program),
  },
  { names: ['logs', 'bots'], add: async (program) => (await import('./logCommands.ts')).addLogCommands(program) },
  {
    names: ['import', 'imports'],
    add: async (program) => (await import('./importCommands.ts')).addImportCommands(program),
  },
  { names: ['sites'], add: async (program) => (await import('./siteCommands.ts')).addSiteCommands(program) },
  {
    names: ['apply', 'export-plan'],
    add: async (program) => (await import('./applyCommand.ts')).addApplyCommands(program),
  },
  { names: ['ask'], add: async (program) => (await import('./askCommand.ts')).addAskCommand(program) },
  { names: ['activity'], add: async (program) => (await import('./activityCommand.ts')).addActivityCommand(program) },
  { names: ['keys'], add: async (program) => (await import('./keyCommands.ts')).addKeyCommands(program) },
  {
    names: ['setup', 'sign-in', 'sign-out'],
    add: async (program) => (await import('./signInCommands.ts')).addSignInCommands(program),
  },
  { names: ['report'], add: async (program) => (await import('./reportCommand.ts')).addReportCommand(program) },
];

/** Adds the command of that name, or every one where there is none: help and a misspelled name need them all. */
export async function addCommands(program: Command, name: string): Promise<void> {
  addOwnCommands(program);
  const isOwn = program.commands.some((command) => command.name() === name);
  const named = others.filter(({ names }) => names.includes(name));
  for (const { add } of isOwn || named.length > 0 ? named : others) await add(program);
  groupCommands(program);
}
