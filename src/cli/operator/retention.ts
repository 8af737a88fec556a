import { type Command, Option } from 'commander';
import { readConfig } from '../../app/config.ts';
import type { DeletableKind } from '../../app/retention.ts';
import { print, printError, printJson } from '../output.ts';
import { serverEnvironment } from '../serverEnvironment.ts';
import { confirm } from '../session/confirm.ts';

type Options = { before: string; delete?: DeletableKind[]; yes?: boolean; json?: boolean };

const kinds: readonly DeletableKind[] = ['raw-answers', 'earlier-readings'];

/** Adds `retention`, which reports the raw data of old runs, and deletes the selected kinds. */
export function addRetentionCommand(program: Command): void {
  program
    .command('retention')
    .description('count deletable data of past runs, and delete selected kinds')
    .requiredOption('--before <month>', 'runs made before this UTC month, YYYY-MM')
    .addOption(
      new Option(
        '--delete <kind...>',
        "delete for ever: the providers' own answers, or readings that are no longer shown",
      ).choices(kinds),
    )
    .option('--yes', 'delete without asking for confirmation')
    .action(async (options: Options) => {
      const { deleteOld } = await import('../../app/retention.ts');
      const config = readConfig(serverEnvironment());
      const { delete: selection = [], yes } = options;
      if (selection.length > 0 && yes !== true) {
        const { old } = await deleteOld(config, options.before, []);
        const records = old.filter(({ kind }) => selection.includes(kind)).reduce((sum, one) => sum + one.records, 0);
        if (!(await confirm(`Delete ${selection.join(' and ')} for ever (${records} records)?`))) {
          printError('Nothing was deleted.');
          return;
        }
      }
      const deletion = await deleteOld(config, options.before, selection);
      if (options.json === true) return printJson(deletion);
      for (const { month, kind, records, bytes } of deletion.old) {
        print(`${month}  ${kind}  ${records}  ${(bytes / 1e6).toFixed(1)} MB of text`);
      }
      if (deletion.old.length === 0) print(`Nothing before ${deletion.before} could be deleted.`);
      for (const kind of kinds) {
        const count = deletion.deleted[kind];
        if (count !== null) print(`Deleted ${kind}: ${count}.`);
      }
      if (options.delete === undefined) {
        print(
          'Nothing was deleted. Runs, results, the ledger and idempotency keys are never deleted. Name the kinds to delete with --delete.',
        );
      } else
        print('The database reuses the space. Only VACUUM (SQLite) or VACUUM FULL (PostgreSQL) shrinks its files.');
    });
}
