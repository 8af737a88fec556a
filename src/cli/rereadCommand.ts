import type { Command } from 'commander';
import { readConfig } from '../app/config.ts';
import type { ReadingChange } from '../domain/answer/compareReadings.ts';

/** `reread`: applies this program's reader to saved answers, offline. */
export function addRereadCommand(program: Command): void {
  program
    .command('reread')
    .description('apply this version’s reader to saved answers; old readings are kept, times are not touched')
    .option('--dry-run', 'show what would change, and save nothing')
    .option('--json', 'print the changes as JSON')
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      const changes: unknown[] = [];
      const { rereadSaved } = await import('../app/records.ts');
      const reread = await rereadSaved(readConfig(process.env), {
        dryRun: options.dryRun === true,
        report(answer) {
          if (options.json === true) changes.push(answer);
          else if (answer.change !== null) {
            process.stdout.write(`${answer.runId}  ${answer.fromVersion} -> ${answer.toVersion}\n`);
            process.stdout.write(`${linesOf(answer.change).join('\n')}\n`);
          }
        },
      });
      if (options.json === true) {
        process.stdout.write(`${JSON.stringify({ ...reread, changes }, null, 2)}\n`);
        return;
      }
      const verb = reread.dryRun ? 'would be read again' : 'read again';
      process.stdout.write(
        `${reread.answers} answers ${verb} by ${reread.readerVersion}: ${reread.changed} changed, ${reread.answers - reread.changed} show the same.\n`,
      );
      if (reread.unreadable.length > 0) {
        process.stdout.write(`Not readable any more, and left as they are: ${reread.unreadable.join(', ')}\n`);
      }
    });
}

function linesOf(change: ReadingChange): string[] {
  const lines: string[] = [];
  if (change.came.length > 0) lines.push(`  came: ${change.came.join(' · ')}`);
  if (change.went.length > 0) lines.push(`  went: ${change.went.join(' · ')}`);
  if (change.reordered) lines.push('  the kept names stand in another order');
  if (change.came.length + change.went.length > 0 || change.reordered) {
    lines.push(`  was:  ${listed(change.before)}`, `  now:  ${listed(change.after)}`);
  }
  if (change.otherwise.length > 0) lines.push(`  also: ${change.otherwise.join(', ')}`);
  return lines;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no names' : names.map((name, index) => `${index + 1} ${name}`).join(' · ');
}
