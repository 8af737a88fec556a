import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import type { RestoreReport } from '../../app/restore.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { print, printJson, printResult } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

type Json = { json?: boolean };

/** Adds `backup`, `restore` and `reconcile-restore` for the operator of the database and the data directory. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the database while the server runs, with a manifest of its evidence files')
    .argument('<file>', 'path of the copy; the manifest is written next to it')
    .action(async (file: string, options: Json) => {
      // A copy is as private as its original.
      process.umask(0o077);
      const { backUp } = await import('../../app/backup.ts');
      const backup = await backUp(readConfig(serverEnvironment()), file);
      if (options.json === true) return printJson(backup);
      print(
        backup.file === null
          ? 'The database is PostgreSQL: copy it now with `pg_dump --format=custom`, and store the copy with this manifest.'
          : safe(`Copied ${backup.bytes} bytes to ${backup.file}`),
      );
      print(
        safe(
          `Manifest of ${backup.evidence.runs} pieces of evidence (${backup.evidence.bytes} bytes): ${backup.manifestFile}`,
        ),
      );
      print('Evidence is stored outside the database, so copy its folder or bucket too. Its files never change.');
    });

  program
    .command('restore')
    .description('restore the database from a backup; purchases are refused until you run `reconcile-restore`')
    .argument('<file>', 'path passed to `backup` (PostgreSQL: run it after pg_restore)')
    .action(async (file: string, options: Json) => {
      if (!existsSync(`${file}.manifest.json`)) {
        throw new UsageError(`${file}: no backup with a manifest found; \`sightline server backup\` writes both`);
      }
      process.umask(0o077);
      const { restore } = await import('../../app/restore.ts');
      const restored = await restore(readConfig(serverEnvironment()), file);
      if (options.json === true) return printJson(restored);
      print(safe(`The database is restored to ${restored.since}.`));
      if (restored.previous !== null) print(safe(`The previous database is kept: ${restored.previous}`));
      const { present, missing } = restored.evidence;
      print(
        safe(
          `Evidence: ${present} present, ${missing.length} missing${missing.length > 0 ? `: ${missing.join(', ')}` : ''}`,
        ),
      );
      print('Keys revoked since the backup are valid again, and old passwords work again. Check both.');
      print(
        'If SESSION_SECRET or WATCH_SECRET changed, activate each plan again and save each alert destination again.',
      );
      print('Purchases are refused until you run `sightline reconcile-restore`, which checks the providers.');
    });

  program
    .command('reconcile-restore')
    .description('after a restore, find purchases made since the backup at the providers (free calls only)')
    .option(
      '--accept <what...>',
      'allow buying again despite an unknown outcome: a case, domain, engine, `seo` or `all`',
    )
    .action(async (options: Json & { accept?: string[] }) => {
      const { reconcileAfterRestore } = await import('../../app/restore.ts');
      const look = await reconcileAfterRestore(readConfig(serverEnvironment()), options.accept ?? []);
      printResult(look, () => linesOf(look).map(safe).join('\n'));
      if (look.fence !== null && !look.ended) process.exitCode = exitCodes.conflict;
    });
}

function linesOf(look: RestoreReport): string[] {
  const lines: string[] = [];
  if (look.fence === null)
    lines.push('Nothing is blocked: this database was not restored, or the restore is already settled.');
  else lines.push(`The database was restored to its state of ${look.fence.since}.`);
  for (const part of look.parts) lines.push(`${part.lifted ? 'open  ' : 'fenced'}  ${part.what}: ${part.because}`);
  for (const work of look.newerWork) {
    const cost = work.costUsd === null ? 'cost unknown' : `$${work.costUsd}`;
    const about = work.targets.length === 0 ? 'unknown to this database' : `of ${work.targets.join(', ')}`;
    lines.push(`newer   ${work.provider} ${work.id} ${about}, ${work.at ?? 'time unknown'}, ${cost}`);
  }
  for (const { id, taskId, sessionId } of look.spilled) {
    lines.push(
      `spilled ${id}${taskId === null ? '' : ` task ${taskId}`}${sessionId === null ? '' : ` session ${sessionId}`}: not known here, kept`,
    );
  }
  if (look.unresolvedRuns > 0) {
    lines.push(
      `${look.unresolvedRuns} saved runs may exist at their provider; the server searches for them and sends none of them again.`,
    );
  }
  if (look.fence === null) return lines;
  if (look.ended) return [...lines, 'Everything is settled: purchases are allowed again.'];
  if (look.held.length > 0) {
    lines.push(`Blocked, because newer work was found whose request keys are lost: ${look.held.join(', ')}`);
  }
  return [
    ...lines,
    'Where you accept that something may be bought twice: `sightline reconcile-restore --accept <case, domain, engine, seo or all>`',
  ];
}
