import { z } from 'zod';
import { dispositionOf, readResult } from '../../services/readObservation.ts';
import { listRuns } from '../../services/runHistory.ts';
import { defineOperation } from '../defineOperation.ts';
import { presentObservation } from '../present.ts';
import { presentRunSummary, runSummarySchema } from '../presentHistory.ts';
import { observationSchema, recordId } from '../schemas.ts';

export const exportRunsOperation = defineOperation({
  id: 'exportRuns',
  audience: 'workspace',
  permission: 'read',
  tag: 'History',
  method: 'GET',
  path: '/export/runs',
  summary: 'Saved runs with their results, page by page, newest first',
  query: z.strictObject({ before: recordId.optional(), limit: z.int().min(1).max(100).default(50) }),
  output: z.strictObject({
    runs: z.array(z.strictObject({ summary: runSummarySchema, observation: observationSchema })),
    next: z.string().nullable(),
  }),
  async run(ctx, { query }) {
    const found = await listRuns(ctx, { activeOnly: false, before: query.before, limit: query.limit + 1 });
    const page = found.slice(0, query.limit);
    const runs = await Promise.all(
      page.map(async (run) => ({
        summary: presentRunSummary(run),
        observation: presentObservation(
          { disposition: dispositionOf(run), run, result: await readResult(ctx, run) },
          0,
          ctx.runtime.now(),
        ),
      })),
    );
    return { status: 200, body: { runs, next: found.length > query.limit ? (page.at(-1)?.id ?? null) : null } };
  },
});
