import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import type { RecountedSite } from '../../app/records.ts';
import type { ReadingChange } from '../../domain/answer/compareReadings.ts';
import { print, printJson } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

/** Adds `reread`, which applies this program's reader to saved answers, offline. */
export function addRereadCommand(program: Command): void {
  program
    .command('reread')
    .description('apply this version’s reader to saved answers; earlier readings are kept, dates do not change')
    .option('--dry-run', 'only show what would change')
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      const changes: unknown[] = [];
      const { rereadSavedAnswers: rereadSaved } = await import('../../app/records.ts');
      const reread = await rereadSaved(readConfig(serverEnvironment()), {
        dryRun: options.dryRun === true,
        report(answer) {
          if (options.json === true) changes.push(answer);
          else if (answer.change !== null) {
            print(`${answer.runId}  ${answer.fromVersion} -> ${answer.toVersion}`);
            print(linesOf(answer.change).join('\n'));
          }
        },
      });
      if (options.json === true) {
        printJson({ ...reread, changes });
        return;
      }
      const verb = reread.dryRun ? 'would be read again' : 'read again';
      print(
        `${reread.answers} answers ${verb} by ${reread.readerVersion}: ${reread.changed} changed, ${reread.answers - reread.changed} show the same.`,
      );
      for (const site of reread.sites) print(countsLine(site));
      if (reread.unreadable.length > 0) {
        print(`No longer readable, left unchanged: ${reread.unreadable.join(', ')}`);
      }
    });
}

/** Formats listed, decided and undecided answers, and the score, before and after. */
function countsLine({ websiteId, domain, surface, before, after }: RecountedSite): string {
  const counts = ({ listed, known, unknown, score }: RecountedSite['before']) =>
    `listed ${listed} of ${known} known, ${unknown} unknown, score ${score === null ? 'none' : score.toFixed(1)}`;
  const what = `${domain} (${websiteId}${surface === 'simulator' ? ', simulated' : ''})`;
  return `${what}: ${counts(before)} -> ${counts(after)}`;
}

function linesOf(change: ReadingChange): string[] {
  const lines: string[] = [];
  if (change.came.length > 0) lines.push(`  came: ${change.came.map(safe).join(' · ')}`);
  if (change.went.length > 0) lines.push(`  went: ${change.went.map(safe).join(' · ')}`);
  if (change.reordered) lines.push('  the remaining names are in another order');
  if (change.came.length + change.went.length > 0 || change.reordered) {
    lines.push(`  was:  ${listed(change.before)}`, `  now:  ${listed(change.after)}`);
  }
  if (change.otherwise.length > 0) lines.push(`  also: ${change.otherwise.join(', ')}`);
  return lines;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no names' : names.map((name, index) => `${index + 1} ${safe(name)}`).join(' · ');
}
