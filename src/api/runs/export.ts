import { dispositionOf, readResult } from '../../services/runs/readObservation.ts';
import { listRuns, positionOfRun } from '../../services/runs/runHistory.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentObservation } from '../present.ts';
import { presentRunSummary } from './presentHistory.ts';

export const exportRunsOperations: readonly Operation[] = [
  defineOperation('exportRuns', {
    permission: 'read',
    mayLag: true,
    tag: 'History',
    summary: 'List saved runs with their results, in pages, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'exportRuns', { query });
      const { items: runs, nextCursor } = page.close(
        await listRuns(ctx, { activeOnly: false, ...page }),
        positionOfRun,
      );
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
      return { status: 200, body: { items, nextCursor } };
    },
  }),
];
