#!/usr/bin/env node
import { Command, Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig } from '../app/config.ts';
import { exitCodeOf, exitCodes, explain } from './failures.ts';
import { groupCommands } from './helpHeadings.ts';
import { print, printError } from './output.ts';

const packageVersion = packageFile.version;

// Whoever reads the output has seen enough (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : exitCodes.failure),
);

const program = new Command('sightline')
  .version(packageVersion, '--version', 'print the version')
  .description('Do AI answer engines recommend your website, and can they read it?')
  .showHelpAfterError()
  // It repeats what it was given.
  .configureOutput({ writeOut: print, writeErr: printError })
  // Commands made below take this over: what the command line itself gets wrong is a usage error like any other.
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage));

program
  .command('serve')
  .description('start the server: API, web app and worker, or the part that ROLE names')
  .action(async () => {
    const config = readConfig(process.env);
    if (config.ROLE === 'watch') await (await import('./watchCommand.ts')).runWatch(process.env);
    else await (await import('./serveCommand.ts')).runServer(config);
  });

program
  .command('worker')
  .description('start a worker only, which follows runs; needs PostgreSQL')
  .action(async () => (await import('./serveCommand.ts')).runServer(readConfig({ ...process.env, ROLE: 'worker' })));

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(async () => (await import('./migrateCommand.ts')).migrate(readConfig(process.env)));

program
  .command('signout')
  .description('end every session; run it before SESSION_SECRET changes on PostgreSQL')
  .action(async () => (await import('./signoutCommand.ts')).signOutEverybody(readConfig(process.env)));

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

const others: readonly { names: readonly string[]; add: () => Promise<unknown> }[] = [
  { names: ['call'], add: async () => (await import('./callCommand.ts')).addCallCommands(program) },
  { names: ['ensure'], add: async () => (await import('./ensureCommand.ts')).addEnsureCommand(program) },
  { names: ['check'], add: async () => (await import('./checkCommand.ts')).addCheckCommand(program) },
  {
    names: ['verification'],
    add: async () => (await import('./verificationCommand.ts')).addVerificationCommand(program),
  },
  { names: ['names'], add: async () => (await import('./namesCommand.ts')).addNamesCommand(program) },
  { names: ['replay'], add: async () => (await import('./replayCommand.ts')).addReplayCommand(program) },
  { names: ['reread'], add: async () => (await import('./rereadCommand.ts')).addRereadCommand(program) },
  { names: ['retention'], add: async () => (await import('./retentionCommand.ts')).addRetentionCommand(program) },
  { names: ['bundle', 'verify'], add: async () => (await import('./bundleCommand.ts')).addBundleCommands(program) },
  { names: ['account'], add: async () => (await import('./accountCommand.ts')).addAccountCommands(program) },
  {
    names: ['backup', 'restore', 'reconcile-restore'],
    add: async () => (await import('./backupCommands.ts')).addBackupCommands(program),
  },
  { names: ['doctor'], add: async () => (await import('./doctorCommand.ts')).addDoctorCommand(program) },
  {
    names: ['spending', 'quote'],
    add: async () => (await import('./spendingCommands.ts')).addSpendingCommands(program),
  },
  {
    names: ['engines', 'questions'],
    add: async () => (await import('./questionCommands.ts')).addQuestionCommands(program),
  },
  { names: ['watch'], add: async () => (await import('./watchCommand.ts')).addWatchCommand(program) },
  { names: ['plans', 'attention'], add: async () => (await import('./planCommands.ts')).addPlanCommands(program) },
  { names: ['alerts'], add: async () => (await import('./alertCommands.ts')).addAlertCommands(program) },
  { names: ['sites'], add: async () => (await import('./siteCommands.ts')).addSiteCommands(program) },
  {
    names: ['apply', 'export-plan'],
    add: async () => (await import('./applyCommand.ts')).addApplyCommands(program),
  },
  { names: ['ask'], add: async () => (await import('./askCommand.ts')).addAskCommand(program) },
  { names: ['activity'], add: async () => (await import('./activityCommand.ts')).addActivityCommand(program) },
  { names: ['keys'], add: async () => (await import('./keyCommands.ts')).addKeyCommands(program) },
  {
    names: ['setup', 'sign-in', 'sign-out'],
    add: async () => (await import('./signInCommands.ts')).addSignInCommands(program),
  },
  { names: ['report'], add: async () => (await import('./reportCommand.ts')).addReportCommand(program) },
];
const asked = process.argv[2] ?? '';
const above = program.commands.some((command) => command.name() === asked);
const named = others.filter(({ names }) => names.includes(asked));
// Loading all of them takes 30 MB and a tenth of a second, so only help and a misspelled name do.
for (const { add } of above || named.length > 0 ? named : others) await add();

groupCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  printError(explain(error));
  process.exitCode = exitCodeOf(error);
}
