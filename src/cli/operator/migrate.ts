import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { printResult } from '../output.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

/** Adds `migrate`, which updates the schema of this machine's database. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => {
      const { migrateDatabase } = await import('../../app/maintenance.ts');
      const applied = await migrateDatabase(readConfig(serverEnvironment()));
      printResult({ applied }, () =>
        applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
      );
    });
}
