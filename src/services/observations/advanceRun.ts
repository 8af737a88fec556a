import { type Engine, isSimulated } from '../../domain/runs/engine.ts';
import { isTerminal, laterUsage } from '../../domain/runs/run.ts';
import type { KeywordRun, RunPatch, RunRecord } from '../../domain/runs/runRecord.ts';
import {
  afterAmbiguousLook,
  afterFailedLooks,
  afterUnaskedDeadline,
  afterUncertainCreate,
  afterUnresolvedDeadline,
} from '../../domain/runs/runState.ts';
import type { FindLostOutcome } from '../../ports/answerReader.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import type { Tx } from '../../store/transaction.ts';
import { keepWorstCase } from '../money/runPurchase.ts';
import { isPastDeadline, millisecondsSince, nowIso, steadyIso, type World } from '../world.ts';
import { requestRemoteCancel } from './cancelRun.ts';
import { changeRun } from './changeRun.ts';
import { awaitsSecondReading } from './claimSecondReading.ts';
import { saveProgress } from './saveProgress.ts';

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
  if (isTerminal(run.status) || run.kind !== 'keyword') return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
  switch (run.phase) {
    case 'reserved':
    case 'capturing':
      return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
    case 'submitting':
      return advanceSubmitting(world, run);
    case 'unresolved':
      return findLostRun(world, run);
    case 'submitted':
      // Its answer is here already: only the worker, which may buy, takes it on.
      if (await awaitsSecondReading(world, run)) return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
      return lookAtTask(world, run);
  }
}

/** Its engine is not configured now: the run stays as it is, and is found when the engine is back. */
function engineOff(run: RunRecord): Look {
  return { run, outcome: 'unavailable', cause: `the engine ${run.engine} is not configured`, retryAfterSeconds: null };
}

function lookedAt(run: RunRecord): Look {
  return { run, outcome: 'looked', cause: null, retryAfterSeconds: null };
}

/** A create is in flight, or its process died. Only the second, known by time, may be looked for. */
async function advanceSubmitting(world: World, run: KeywordRun): Promise<Look> {
  if (millisecondsSince(world, run.submittedAt ?? run.createdAt) < world.settings.submitTimeoutMs)
    return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
  return markUnresolved(world, run);
}

/** Says of an orphaned create what is known: that its outcome is not. Then looks for it. */
async function markUnresolved(world: World, run: KeywordRun): Promise<Look> {
  const patch = afterUncertainCreate('the process stopped while the request was on its way', steadyIso(world));
  const { run: now, changed } = await changeRun(world, run, (current) =>
    current.phase === 'submitting' && !isTerminal(current.status) ? patch : null,
  );
  return changed ? findLostRun(world, now) : lookedAt(now);
}

const isUnresolved = ({ phase }: KeywordRun): boolean => phase === 'unresolved';

async function findLostRun(world: World, run: KeywordRun): Promise<Look> {
  const engine = world.engines.of(run);
  if (engine === null) return engineOff(run);
  const lookup = await engine.reader.findLost({
    runId: run.id,
    handle: { sessionId: run.sessionId, taskId: run.taskId },
    question: run.ask.question,
    submittedAt: run.submittedAt ?? run.createdAt,
  });
  if (lookup.kind === 'found') {
    const receipt: RunPatch = {
      phase: 'submitted',
      sessionId: lookup.handle.sessionId,
      taskId: lookup.handle.taskId,
      usage: laterUsage(run.usage, lookup.snapshot.usage),
      ...(lookup.snapshot.status === 'requires_action' ? {} : { error: null }),
    };
    const awaited = (current: KeywordRun): boolean => isUnresolved(current) || current.taskId === run.taskId;
    return lookedAt(await saveProgress(world, run, lookup.snapshot, receipt, awaited));
  }
  // All that was found may have been charged, whatever becomes of the run.
  const keepAll =
    lookup.kind === 'ambiguous'
      ? (tx: Tx, saved: KeywordRun) => keepWorstCase(tx, saved, lookup.made, nowIso(world))
      : undefined;
  const unsaid = unsaidBy(lookup);
  const isLate = isPastDeadline(world, run);
  if (isLate && unsaid !== null && run.cancelRequestedAt === null) {
    const now = await sayUnasked(world, run, unsaid);
    if (lookup.kind !== 'unavailable') return lookedAt(now);
    return { run: now, outcome: 'unavailable', cause: lookup.cause, retryAfterSeconds: lookup.retryAfterSeconds };
  }
  if (isLate) {
    const end = (current: KeywordRun) =>
      isTerminal(current.status) || current.taskId !== run.taskId ? null : afterUnresolvedDeadline();
    return lookedAt((await changeRun(world, run, end, keepAll)).run);
  }
  if (lookup.kind === 'ambiguous') {
    const patch = afterAmbiguousLook(lookup.cause);
    const tell = (current: KeywordRun) =>
      isTerminal(current.status) || !isUnresolved(current) || current.error === patch.error ? null : patch;
    return lookedAt((await changeRun(world, run, tell, keepAll)).run);
  }
  if (lookup.kind === 'unavailable') {
    return { run, outcome: 'unavailable', cause: lookup.cause, retryAfterSeconds: lookup.retryAfterSeconds };
  }
  return lookedAt(run);
}

/** Why a look tells nothing of a lost create, not even that there is none to see; null: it does. */
function unsaidBy(lookup: FindLostOutcome): string | null {
  if (lookup.kind === 'unavailable') return lookup.cause;
  const isUndecided = lookup.kind === 'not_visible' && lookup.undecided === true;
  return isUndecided ? 'Work that may be this one is not over.' : null;
}

/** Work that may have been bought is not given up because nobody could ask for it. Its owner hears of it. */
async function sayUnasked(world: World, run: KeywordRun, cause: string): Promise<KeywordRun> {
  const patch = afterUnaskedDeadline(cause);
  const tell = (current: KeywordRun) =>
    isTerminal(current.status) || !isUnresolved(current) || current.error === patch.error ? null : patch;
  return (await changeRun(world, run, tell)).run;
}

async function lookAtTask(world: World, run: KeywordRun): Promise<Look> {
  const { taskId } = run;
  if (taskId === null) return findLostRun(world, run);
  const late = isPastDeadline(world, run);
  const readable = world.engines.of(run);
  if (readable === null) return engineOff(run);
  const { engine, reader } = readable;
  const current = late && engine.canCancel ? await requestRemoteCancel(world, run) : run;
  const snapshot = await reader.retrieve({ sessionId: current.sessionId, taskId, runId: run.id });
  if (snapshot.kind === 'unavailable') {
    return {
      run: await sayUnreadable(world, current, snapshot.cause),
      outcome: 'unavailable',
      cause: snapshot.cause,
      retryAfterSeconds: snapshot.retryAfterSeconds,
    };
  }
  if (snapshot.kind === 'gone') return lookedAt(await settleGone(world, current));
  const seen = late ? waitLonger(engine, snapshot.snapshot) : snapshot.snapshot;
  const latest = await saveProgress(world, current, endWaitingWork(current, seen));
  if (!late && engine.canCancel && mayAskAgain(world, latest)) await requestRemoteCancel(world, latest);
  return lookedAt(latest);
}

/** A reply that fails once comes the next time. One that keeps failing is told to whoever reads the run, until one comes. */
async function sayUnreadable(world: World, run: KeywordRun, cause: string): Promise<KeywordRun> {
  if (run.failedLooks + 1 < toldAfterLooks) return run;
  const patch = afterFailedLooks(cause);
  const tell = (current: KeywordRun) =>
    current.taskId !== run.taskId || !isUnderWay(current) || current.error === patch.error ? null : patch;
  return (await changeRun(world, run, tell)).run;
}

/** So many looks in a row that failed are more than a hiccup. */
const toldAfterLooks = 3;

const isUnderWay = ({ status }: KeywordRun): boolean => status === 'queued' || status === 'running';

/**
 * Work that nobody can stop is paid for whatever comes of it, so its answer is waited for beyond the deadline, with rare
 * looks and a word to the owner. A cancel ends the waiting.
 */
function waitLonger(engine: Engine, snapshot: RemoteSnapshot): RemoteSnapshot {
  if (engine.canCancel || (snapshot.status !== 'queued' && snapshot.status !== 'running')) return snapshot;
  const error = `deadline_passed: ${engine.vendor} has not finished in time and cannot be stopped. It is paid for, so it is looked at once a day; cancel the run to stop waiting.`;
  return { ...snapshot, status: 'requires_action', error };
}

/**
 * A remote task that waits for an action does no work, and this service takes no actions: once a stop was asked for, such
 * a look is the confirmation that it has stopped.
 */
function endWaitingWork(run: KeywordRun, snapshot: RemoteSnapshot): RemoteSnapshot {
  if (run.cancelRequestedAt === null || snapshot.status !== 'requires_action') return snapshot;
  return { ...snapshot, status: 'cancelled' };
}

/** Asked some time ago and not stopped yet: the first asking may have been lost. */
function mayAskAgain(world: World, run: KeywordRun): boolean {
  const { cancelRequestedAt, status } = run;
  return cancelRequestedAt !== null && !isTerminal(status) && millisecondsSince(world, cancelRequestedAt) > 10_000;
}

/**
 * The provider no longer has the task. Saved state stays; past the deadline there is nothing left to wait for. The
 * simulator forgets at every restart, and nothing was paid: there is nothing to wait for at all.
 */
async function settleGone(world: World, run: KeywordRun): Promise<KeywordRun> {
  if (!isSimulated(run) && !isPastDeadline(world, run)) return run;
  const error = 'remote_task_gone: the provider no longer has this task. How it ended, and what it cost, is unknown.';
  const ended = await changeRun(world, run, (current) =>
    isTerminal(current.status) || current.taskId !== run.taskId ? null : { status: 'failed', error, dueAt: null },
  );
  return ended.run;
}
