import { notFound } from '../../domain/errors.ts';
import { isTerminal, type RunKind } from '../../domain/runs/run.ts';
import type { KeywordRun, RunRecord } from '../../domain/runs/runRecord.ts';
import { findRun } from '../../store/runs/rows.ts';
import { type AppContext, type Ctx, computePollIntervalMs, nowIso, steadyIso } from '../appContext.ts';
import { changeRun } from './changeRun.ts';

/**
 * Saves that a run should stop and asks the provider to cancel it. The status changes only when a later poll confirms
 * an end; a run that was never sent ends immediately, because there is nothing to confirm.
 */
export async function cancelRun(ctx: Ctx, input: { kind: RunKind; id: string }): Promise<RunRecord> {
  const run = await findRun(ctx.db, ctx.principal.workspaceId, input.id);
  if (run === null || run.kind !== input.kind) throw notFound('run');
  // A run that was never sent ends immediately: there is nothing to confirm.
  const ended = await changeRun(ctx, run, (current) =>
    isTerminal(current.status) || current.phase !== 'reserved'
      ? null
      : { status: 'cancelled', cancelRequestedAt: nowIso(ctx), error: null, dueAt: null },
  );
  if (isTerminal(ended.run.status)) return ended.run;
  const remoteCancel = await requestRemoteCancel(ctx, ended.run);
  ctx.wakeWorker();
  return remoteCancel;
}

/** Saves the request to stop first, then asks the provider, so that it survives whatever happens to that call. */
export async function requestRemoteCancel<Run extends RunRecord>(app: AppContext, run: Run): Promise<Run> {
  const soon = Math.min(1_000, computePollIntervalMs(app, run));
  const { run: request } = await changeRun(app, run, (current) => {
    if (isTerminal(current.status)) return null;
    const count = current.taskId === null ? {} : { cancelAsks: current.cancelAsks + 1, cancelAskedAt: steadyIso(app) };
    if (current.cancelRequestedAt !== null) return current.taskId === null ? null : count;
    // A capture checks for the request between its own requests; its lease does not change.
    const look = current.kind === 'website' ? {} : { dueAt: steadyIso(app, soon) };
    return { cancelRequestedAt: nowIso(app), ...count, ...look };
  });
  if (isTerminal(request.status) || request.taskId === null || request.kind !== 'keyword') return request;
  const engine = app.engines.of(request);
  if (engine === null) return request;
  const cancel = await engine.reader.requestCancel({ sessionId: request.sessionId, taskId: request.taskId });
  if (!cancel.acknowledged)
    app.log.warn({ runId: run.id, cause: cancel.cause }, 'the provider did not accept a cancel request');
  return request;
}

/** Milliseconds from the first cancel request to the second; each further wait doubles, up to the longest. */
const firstCancelWaitMs = 10_000;
const maxCancelWaitMs = 3_600_000;

/**
 * Decides when the provider is asked to cancel: immediately, and again at growing intervals while the task continues.
 */
export function isCancelDue(app: AppContext, { cancelAsks, cancelAskedAt }: KeywordRun): boolean {
  if (cancelAskedAt === null) return true;
  const waitMs = Math.min(maxCancelWaitMs, firstCancelWaitMs * 2 ** (cancelAsks - 1));
  return app.runtime.hasPassed(Date.parse(cancelAskedAt) + waitMs, waitMs);
}

/** Sends a stop that was requested before the task's id was known. */
export async function stopIfCancelRequested<Run extends RunRecord>(app: AppContext, run: Run): Promise<Run> {
  return run.cancelRequestedAt === null || isTerminal(run.status) ? run : requestRemoteCancel(app, run);
}
