import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { printError, printResult } from '../output.ts';
import { serverEnvironment } from '../serverEnvironment.ts';
import { confirm } from '../session/confirm.ts';

/** Adds `server`: commands that work on this machine's database, without a running server. */
export function addServerCommands(program: Command): Command {
  const server = program.command('server').description('work on the database and files of a server on this machine');
  server
    .command('end-sessions')
    .description("end everyone's sessions; run it before SESSION_SECRET changes on PostgreSQL")
    .option('--yes', 'do not ask for confirmation')
    .action(async ({ yes }: { yes?: boolean }) => {
      const config = readConfig(serverEnvironment());
      const { countSessions, endAllSessions } = await import('../../app/maintenance.ts');
      const open = await countSessions(config);
      const sessions = open === 1 ? '1 session' : `${open} sessions`;
      if (yes !== true && !(await confirm(`Sign everyone out (${sessions})?`))) {
        printError('Nothing was changed.');
        return;
      }
      const ended = await endAllSessions(config);
      printResult({ ended }, () => `${ended === 1 ? '1 session' : `${ended} sessions`} ended. API keys are unchanged.`);
    });
  return server;
}
