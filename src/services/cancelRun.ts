import { notFound } from '../domain/errors.ts';
import { isTerminal, type RunKind } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { findRun, saveRun } from '../store/runs.ts';
import { type Ctx, nowIso, type World } from './world.ts';

/**
 * Records that a run should stop and asks the provider. The status changes only when a later look confirms an end; a run
 * that was never sent ends at once, because there is nothing to confirm.
 */
export async function cancelRun(ctx: Ctx, input: { kind: RunKind; id: string }): Promise<RunRecord> {
  const run = await findRun(ctx.db, ctx.principal.workspaceId, input.id);
  if (run === null || run.kind !== input.kind) throw notFound('run');
  if (isTerminal(run.status)) return run;
  if (run.phase === 'reserved') {
    const cancelled = await saveRun(
      ctx.db,
      run,
      { status: 'cancelled', cancelRequestedAt: nowIso(ctx), error: null, dueAt: null },
      nowIso(ctx),
    );
    return cancelled ?? cancelRun(ctx, input);
  }
  const asked = await requestRemoteCancel(ctx, run);
  ctx.wakeWorker();
  return asked;
}

/** Durable first, then the provider: a request to stop survives whatever happens to the asking. */
export async function requestRemoteCancel(world: World, run: RunRecord): Promise<RunRecord> {
  let current = run;
  if (current.cancelRequestedAt === null) {
    const saved = await saveRun(
      world.db,
      current,
      {
        cancelRequestedAt: nowIso(world),
        // A capture sees the request between its own requests; its lease stays its own.
        ...(current.kind === 'website' ? {} : { dueAt: nowIso(world, Math.min(1_000, world.settings.pollIntervalMs)) }),
      },
      nowIso(world),
    );
    if (saved === null) {
      const latest = await findRun(world.db, run.workspaceId, run.id);
      if (latest === null || isTerminal(latest.status)) return latest ?? run;
      return requestRemoteCancel(world, latest);
    }
    current = saved;
  }
  if (current.taskId !== null && current.kind === 'keyword') {
    const asked = await world.answers.requestCancel({ sessionId: current.sessionId, taskId: current.taskId });
    if (!asked.acknowledged)
      world.log.warn({ runId: run.id, cause: asked.cause }, 'the provider did not take a cancel');
  }
  return current;
}

/** A stop that was asked for while nobody knew the task's name could reach no one; now it has a name. */
export async function stopIfAsked(world: World, run: RunRecord): Promise<RunRecord> {
  return run.cancelRequestedAt === null || isTerminal(run.status) ? run : requestRemoteCancel(world, run);
}
