#!/usr/bin/env node
import { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import { exitCodeOf, exitCodes, explain } from './failures.ts';

// Whoever reads the output has seen enough (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : exitCodes.failure),
);

const program = new Command('sightline')
  .description('Do AI answer engines recommend your website, and can they read it?')
  .showHelpAfterError()
  // Commands made below take this over: what the command line itself gets wrong is a usage error like any other.
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.usage));

program
  .command('serve')
  .description('serve the API and the web app, and follow runs (ROLE decides which)')
  .action(async () => (await import('./serveCommand.ts')).runServer(readConfig(process.env)));

program
  .command('worker')
  .description('follow runs only; needs PostgreSQL')
  .action(async () => (await import('./serveCommand.ts')).runServer(readConfig({ ...process.env, ROLE: 'worker' })));

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(async () => (await import('./migrateCommand.ts')).migrate(readConfig(process.env)));

program
  .command('openapi')
  .description('print the OpenAPI description')
  .option('--write <file>', 'write it to a file instead')
  .action(async (options: { write?: string }) => (await import('./openapiCommand.ts')).printOpenApi(options.write));

program
  .command('mcp')
  .description(
    'an MCP server over standard input and output, for clients that cannot send a key (SIGHTLINE_URL, SIGHTLINE_API_KEY)',
  )
  .action(async () => {
    const { serverFromEnvironment } = await import('./server.ts');
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
  { names: ['replay'], add: async () => (await import('./replayCommand.ts')).addReplayCommand(program) },
  { names: ['reread'], add: async () => (await import('./rereadCommand.ts')).addRereadCommand(program) },
  { names: ['bundle', 'verify'], add: async () => (await import('./bundleCommand.ts')).addBundleCommands(program) },
  { names: ['report'], add: async () => (await import('./reportCommand.ts')).addReportCommand(program) },
];
const asked = process.argv[2] ?? '';
const above = program.commands.some((command) => command.name() === asked);
const named = others.filter(({ names }) => names.includes(asked));
// Loading all of them takes 30 MB and a tenth of a second, so only help and a misspelled name do.
for (const { add } of above || named.length > 0 ? named : others) await add();

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
