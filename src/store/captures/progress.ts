import type { CaptureStanding } from '../../domain/runs/runRecord.ts';
import type { Queryable } from '../database/transaction.ts';

type Scope = { workspaceId: string; runId: string };

/** Saves the progress of a capture, replacing earlier progress. */
export async function saveProgress(db: Queryable, scope: Scope, standing: CaptureStanding): Promise<void> {
  const values = { pages_read: standing.pagesRead, pages_planned: standing.pagesPlanned, page: standing.page };
  await db
    .insertInto('capture_progress')
    .values({ run_id: scope.runId, workspace_id: scope.workspaceId, ...values })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(values))
    .execute();
}

/** Deletes the progress of an ended capture. */
export async function dropProgress(db: Queryable, scope: Scope): Promise<void> {
  await db
    .deleteFrom('capture_progress')
    .where('run_id', '=', scope.runId)
    .where('workspace_id', '=', scope.workspaceId)
    .execute();
}

/** Reads progress by run, for runs that are currently capturing. */
export async function collectProgress(
  db: Queryable,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, CaptureStanding>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('capture_progress')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', 'in', runIds)
    .execute();
  return new Map(
    rows.map((row) => [row.run_id, { pagesRead: row.pages_read, pagesPlanned: row.pages_planned, page: row.page }]),
  );
}
