import type { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { replayRun } from '../../app/records.ts';
import { print, printJson } from '../output.ts';
import { plural } from '../report/figures.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

/** Adds `replay <runId>`, which checks a saved capture again, offline. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description('rerun the current checks on pages captured by a website run; uses no network')
    .argument('<run-id>', 'id of a completed website run')
    .action(async (runId: string, options: { json?: boolean }) => {
      const { run, analysis, diff } = await replayRun(readConfig(serverEnvironment()), runId);
      if (options.json === true) {
        const created = {
          runId: run.id,
          replayOf: run.replayOf,
          observedAt: run.observedAt,
          resultDigest: analysis.resultDigest,
          diff,
        };
        printJson(created);
        return;
      }
      const lines = [
        `${run.id} replays ${run.replayOf}, captured ${run.observedAt}`,
        `digest ${analysis.resultDigest}`,
        diff.changed.length === 0
          ? `${plural(diff.unchanged, 'verdict')} unchanged.`
          : `${plural(diff.changed.length, 'verdict')} changed, ${diff.unchanged} unchanged:`,
        ...diff.changed.map(
          ({ id, before, after }) => `  ${id}: ${before ?? 'not defined'} -> ${after ?? 'not defined'}`,
        ),
      ];
      print(lines.join('\n'));
    });
}
