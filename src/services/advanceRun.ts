import { isTerminal } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { afterUncertainCreate, afterUnresolvedDeadline, isPastDeadline } from '../domain/runState.ts';
import type { RemoteSnapshot } from '../ports/answerProvider.ts';
import { findRun, saveRun } from '../store/runs.ts';
import { requestRemoteCancel } from './cancelRun.ts';
import { saveProgress } from './saveProgress.ts';
import { nowIso, type World } from './world.ts';

/** What one look came to. `unavailable` means that the provider could not be asked: nothing is known to have changed. */
export type Look = {
  run: RunRecord;
  outcome: 'looked' | 'nothing_to_look_at' | 'unavailable';
  cause: string | null;
  retryAfterSeconds: number | null;
};

/**
 * Looks at the existing remote task of a keyword run and saves what it shows. Creates nothing and answers no pending
 * tool call. Past the deadline it asks for cancellation first. Shared by the worker and by reconcile.
 */
export async function advanceRun(world: World, run: RunRecord): Promise<Look> {
  if (isTerminal(run.status) || run.kind !== 'keyword') return { ...still(run), outcome: 'nothing_to_look_at' };
  switch (run.phase) {
    case 'reserved':
    case 'capturing':
      return { ...still(run), outcome: 'nothing_to_look_at' };
    case 'submitting':
      return advanceSubmitting(world, run);
    case 'unresolved':
      return findLostRun(world, run);
    case 'submitted':
      return lookAtTask(world, run);
  }
}

function still(run: RunRecord): Look {
  return { run, outcome: 'looked', cause: null, retryAfterSeconds: null };
}

/** A create is in flight, or its process died. Only the second, known by time, may be looked for. */
async function advanceSubmitting(world: World, run: RunRecord): Promise<Look> {
  const abandonedAt = Date.parse(run.submittedAt ?? run.createdAt) + world.settings.submitTimeoutMs;
  if (world.runtime.now() < abandonedAt) return { ...still(run), outcome: 'nothing_to_look_at' };
  return declareUnresolved(world, run);
}

/** Says of an orphaned create what is known: that its outcome is not. Then looks for it. */
export async function declareUnresolved(world: World, run: RunRecord): Promise<Look> {
  const patch = afterUncertainCreate('the process stopped while the request was on its way', nowIso(world));
  const unresolved = await saveRun(world.db, run, patch, nowIso(world));
  return unresolved === null ? still(await reread(world, run)) : findLostRun(world, unresolved);
}

async function findLostRun(world: World, run: RunRecord): Promise<Look> {
  const found = await world.answers.findLost(run.id, { sessionId: run.sessionId, taskId: run.taskId });
  if (found.kind === 'found') {
    const saved = await saveProgress(world, run, found.snapshot, {
      phase: 'submitted',
      sessionId: found.handle.sessionId,
      taskId: found.handle.taskId,
      ...(found.snapshot.status === 'requires_action' ? {} : { error: null }),
    });
    return still(saved ?? (await reread(world, run)));
  }
  if (isPastDeadline(run, world.runtime.now())) {
    const saved = await saveRun(world.db, run, afterUnresolvedDeadline(), nowIso(world));
    return still(saved ?? (await reread(world, run)));
  }
  if (found.kind === 'unavailable') {
    return { run, outcome: 'unavailable', cause: found.cause, retryAfterSeconds: found.retryAfterSeconds };
  }
  return still(run);
}

async function lookAtTask(world: World, run: RunRecord): Promise<Look> {
  const { taskId } = run;
  if (taskId === null) return findLostRun(world, run);
  const late = isPastDeadline(run, world.runtime.now());
  const current = late ? await requestRemoteCancel(world, run) : run;
  const seen = await world.answers.retrieve({ sessionId: current.sessionId, taskId });
  if (seen.kind === 'unavailable') {
    return { run: current, outcome: 'unavailable', cause: seen.cause, retryAfterSeconds: seen.retryAfterSeconds };
  }
  if (seen.kind === 'gone') return still(await settleGone(world, current));
  const saved = await saveProgress(world, current, endWaitingWork(current, seen.snapshot));
  const latest = saved ?? (await reread(world, current));
  if (!late && mayAskAgain(latest, world.runtime.now())) await requestRemoteCancel(world, latest);
  return still(latest);
}

/**
 * A remote task that waits for an action does no work, and this service takes no actions: once a stop was asked for, such
 * a look is the confirmation that it has stopped.
 */
function endWaitingWork(run: RunRecord, snapshot: RemoteSnapshot): RemoteSnapshot {
  if (run.cancelRequestedAt === null || snapshot.status !== 'requires_action') return snapshot;
  return { ...snapshot, status: 'cancelled' };
}

/** Asked some time ago and not stopped yet: the first asking may have been lost. */
function mayAskAgain(run: RunRecord, now: number): boolean {
  return run.cancelRequestedAt !== null && !isTerminal(run.status) && now - Date.parse(run.cancelRequestedAt) > 10_000;
}

/**
 * The provider no longer has the task. Saved state stays; past the deadline there is nothing left to wait for. The
 * simulator forgets at every restart, and nothing was paid: there is nothing to wait for at all.
 */
async function settleGone(world: World, run: RunRecord): Promise<RunRecord> {
  if (!world.answers.simulated && !isPastDeadline(run, world.runtime.now())) return run;
  const error = 'remote_task_gone: the provider no longer has this task. How it ended, and what it cost, is unknown.';
  const saved = await saveRun(world.db, run, { status: 'failed', error, dueAt: null }, nowIso(world));
  return saved ?? reread(world, run);
}

async function reread(world: World, run: RunRecord): Promise<RunRecord> {
  return (await findRun(world.db, run.workspaceId, run.id)) ?? run;
}
