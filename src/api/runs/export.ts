import { dispositionOf, readResult } from '../../services/runs/readObservation.ts';
import { listRuns, positionOfRun } from '../../services/runs/runHistory.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentObservation } from '../present.ts';
import { presentRunSummary } from './presentHistory.ts';

const define = operationsOf('History');

export const exportRunsOperations: readonly Operation[] = [
  define.read('exportRuns', {
    mayLag: true,
    summary: 'List saved runs with their results, in pages, newest first',
    async run(ctx, { page }) {
      const saved = await listRuns(ctx, { activeOnly: false, ...page });
      const { items: runs, nextCursor } = page.close(saved, positionOfRun);
      const items = await Promise.all(
        runs.map(async (run) => ({
          summary: presentRunSummary(run),
          observation: presentObservation(
            { disposition: dispositionOf(run), run, result: await readResult(ctx, run) },
            0,
            ctx.runtime.now(),
          ),
        })),
      );
      return { items, nextCursor };
    },
  }),
];
