import { type Engine, isSimulated } from '../../domain/runs/engine.ts';
import { isTerminal, laterUsage } from '../../domain/runs/run.ts';
import type { KeywordRun, RunPatch, RunRecord } from '../../domain/runs/runRecord.ts';
import {
  afterAmbiguousPoll,
  afterFailedPolls,
  afterGone,
  afterUnaskedDeadline,
  afterUncertainCreate,
  afterUnresolvedDeadline,
} from '../../domain/runs/runState.ts';
import type { FindLostOutcome } from '../../ports/answerReader.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findUnreadCause } from '../../store/runs/unreadNotices.ts';
import {
  type AppContext,
  isPastDeadline,
  lookUpDeadlineMs,
  millisecondsSince,
  nowIso,
  steadyIso,
} from '../appContext.ts';
import { keepWorstCase } from '../money/runPurchase.ts';
import { importOwnReceipt } from './adoptTask.ts';
import { isCancelDue, requestRemoteCancel } from './cancelRun.ts';
import { changeRun } from './changeRun.ts';
import { awaitsSecondReading } from './claimSecondReading.ts';
import { saveProgress } from './saveProgress.ts';

/** Outcome of one poll. `unavailable`: the provider could not be reached, and nothing is known to have changed. */
export type PollResult = {
  run: RunRecord;
  outcome: 'looked' | 'nothing_to_look_at' | 'unavailable';
  cause: string | null;
  retryAfterSeconds: number | null;
};

/**
 * Polls the existing remote task of a keyword run and saves what it shows. Creates nothing and answers no pending tool
 * call. Past the deadline it requests cancellation first. Shared by the worker and by reconcile.
 */
export async function advanceRun(app: AppContext, run: RunRecord): Promise<PollResult> {
  if (isTerminal(run.status) || run.kind !== 'keyword') return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
  switch (run.phase) {
    case 'reserved':
    case 'capturing':
      return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
    case 'submitting':
      return advanceSubmitting(app, run);
    case 'unresolved':
      return findLostRun(app, run);
    case 'submitted':
      // Its answer is already saved: only the worker, which may buy, continues it.
      if (await awaitsSecondReading(app, run)) return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
      return pollTask(app, run);
  }
}

/** Leaves a run unchanged while its engine is not configured; a later search continues once the engine is back. */
function engineOff(run: RunRecord): PollResult {
  return { run, outcome: 'unavailable', cause: `the engine ${run.engine} is not configured`, retryAfterSeconds: null };
}

function lookedAt(run: RunRecord): PollResult {
  return { run, outcome: 'looked', cause: null, retryAfterSeconds: null };
}

/**
 * Advances a run whose create is being sent, or whose process died. Only in the second case, recognised by time, may
 * the create be searched for.
 */
async function advanceSubmitting(app: AppContext, run: KeywordRun): Promise<PollResult> {
  if (millisecondsSince(app, run.submittedAt ?? run.createdAt) < app.settings.submitTimeoutMs)
    return { ...lookedAt(run), outcome: 'nothing_to_look_at' };
  return markUnresolved(app, run);
}

/** Marks the outcome of an orphaned create as unknown, then searches for it. */
async function markUnresolved(app: AppContext, run: KeywordRun): Promise<PollResult> {
  const patch = afterUncertainCreate('the process stopped while the request was being sent', steadyIso(app));
  const { run: now, changed } = await changeRun(app, run, (current) =>
    current.phase === 'submitting' && !isTerminal(current.status) ? patch : null,
  );
  return changed ? findLostRun(app, now) : lookedAt(now);
}

const isUnresolved = ({ phase }: KeywordRun): boolean => phase === 'unresolved';

async function findLostRun(app: AppContext, run: KeywordRun): Promise<PollResult> {
  const engine = app.engines.of(run);
  if (engine === null) return engineOff(run);
  const isLate = isPastDeadline(app, run);
  // Receipts on this machine count before the deadline does.
  if (isLate && (await importOwnReceipt(app, run))) return lookedAt(await readAgain(app, run));
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
      // A run found after its deadline gets a new one, so that a paid task is not cancelled unread.
      ...(isLate && isUnresolved(run) ? { deadlineAt: steadyIso(app, lookUpDeadlineMs(app, run)) } : {}),
    };
    const awaited = (current: KeywordRun): boolean => isUnresolved(current) || current.taskId === run.taskId;
    return lookedAt(await saveProgress(app, run, lookup.snapshot, receipt, awaited));
  }
  // All tasks found may have been charged, whatever happens to the run.
  const keepAll =
    lookup.kind === 'ambiguous'
      ? (tx: Tx, saved: KeywordRun) => keepWorstCase(tx, saved, lookup.made, nowIso(app))
      : undefined;
  const unsaid = isLate ? (unsaidBy(lookup) ?? (await findUnreadNotice(app, run))) : null;
  if (unsaid !== null && run.cancelRequestedAt === null) {
    const now = await sayUnasked(app, run, unsaid);
    if (lookup.kind !== 'unavailable') return lookedAt(now);
    return { run: now, outcome: 'unavailable', cause: lookup.cause, retryAfterSeconds: lookup.retryAfterSeconds };
  }
  if (isLate) {
    const end = (current: KeywordRun) =>
      isTerminal(current.status) || current.taskId !== run.taskId ? null : afterUnresolvedDeadline();
    return lookedAt((await changeRun(app, run, end, keepAll)).run);
  }
  if (lookup.kind === 'ambiguous') {
    const patch = afterAmbiguousPoll(lookup.cause);
    const tell = (current: KeywordRun) =>
      isTerminal(current.status) || !isUnresolved(current) || current.error === patch.error ? null : patch;
    return lookedAt((await changeRun(app, run, tell, keepAll)).run);
  }
  if (lookup.kind === 'unavailable') {
    return { run, outcome: 'unavailable', cause: lookup.cause, retryAfterSeconds: lookup.retryAfterSeconds };
  }
  return lookedAt(run);
}

/**
 * Explains why a search proves nothing about a lost create, not even that it does not exist; null if it does prove
 * something.
 */
function unsaidBy(lookup: FindLostOutcome): string | null {
  if (lookup.kind === 'unavailable') return lookup.cause;
  const isUndecided = lookup.kind === 'not_visible' && lookup.undecided === true;
  return isUndecided ? 'A task that may belong to this run has not ended.' : null;
}

/**
 * Finds a genuine notice that may be about this run while its task cannot be read. Null: none is pending, or its run is
 * known.
 */
async function findUnreadNotice(app: AppContext, run: KeywordRun): Promise<string | null> {
  const cause = await findUnreadCause(app.db, run.engine, run.submittedAt ?? run.createdAt);
  return cause === null ? null : `a notice about it names a task that cannot be read: ${cause}`;
}

async function readAgain(app: AppContext, run: KeywordRun): Promise<RunRecord> {
  return (await findRun(app.db, run.workspaceId, run.id)) ?? run;
}

/** Keeps work that may have been bought while the provider could not be reached, and notifies its owner. */
async function sayUnasked(app: AppContext, run: KeywordRun, cause: string): Promise<KeywordRun> {
  const patch = afterUnaskedDeadline(cause);
  const tell = (current: KeywordRun) =>
    isTerminal(current.status) || !isUnresolved(current) || current.error === patch.error ? null : patch;
  return (await changeRun(app, run, tell)).run;
}

async function pollTask(app: AppContext, run: KeywordRun): Promise<PollResult> {
  const { taskId } = run;
  if (taskId === null) return findLostRun(app, run);
  const late = isPastDeadline(app, run);
  const readable = app.engines.of(run);
  if (readable === null) return engineOff(run);
  const { engine, reader } = readable;
  const current = late && engine.canCancel && isCancelDue(app, run) ? await requestRemoteCancel(app, run) : run;
  const snapshot = await reader.retrieve({ sessionId: current.sessionId, taskId, runId: run.id });
  if (snapshot.kind === 'unavailable') {
    return {
      run: await sayUnreadable(app, current, snapshot.cause),
      outcome: 'unavailable',
      cause: snapshot.cause,
      retryAfterSeconds: snapshot.retryAfterSeconds,
    };
  }
  if (snapshot.kind === 'gone') return lookedAt(await settleGone(app, current));
  const remoteSnapshot = late ? waitLonger(engine, snapshot.snapshot) : snapshot.snapshot;
  const latest = await saveProgress(app, current, endWaitingWork(current, remoteSnapshot));
  const asksAgain = !late && latest.cancelRequestedAt !== null && !isTerminal(latest.status);
  if (asksAgain && engine.canCancel && isCancelDue(app, latest)) await requestRemoteCancel(app, latest);
  return lookedAt(latest);
}

/**
 * Ignores a single failed reply, as the next may succeed. If replies keep failing, saves the cause on the run for its
 * readers, until one succeeds.
 */
async function sayUnreadable(app: AppContext, run: KeywordRun, cause: string): Promise<KeywordRun> {
  if (run.failedPolls + 1 < toldAfterLooks) return run;
  const patch = afterFailedPolls(cause);
  const tell = (current: KeywordRun) =>
    current.taskId !== run.taskId || !isUnderWay(current) || current.error === patch.error ? null : patch;
  return (await changeRun(app, run, tell)).run;
}

/** Number of consecutive failed polls after which the cause is saved. */
const toldAfterLooks = 3;

const isUnderWay = ({ status }: KeywordRun): boolean => status === 'queued' || status === 'running';

/**
 * Waits beyond the deadline for work that cannot be stopped: it is paid for in any case. Polls rarely, with a note to
 * the owner. A cancel ends the waiting.
 */
function waitLonger(engine: Engine, snapshot: RemoteSnapshot): RemoteSnapshot {
  if (engine.canCancel || (snapshot.status !== 'queued' && snapshot.status !== 'running')) return snapshot;
  const error = `deadline_passed: ${engine.vendor} has not finished in time and cannot be stopped. It is paid for, so it is polled once a day; cancel the run to stop waiting.`;
  return { ...snapshot, status: 'requires_action', error };
}

/**
 * Treats a waiting task as stopped. A remote task that requires an action does no work, and this service takes no
 * actions, so such a reply after a stop request confirms that it has stopped.
 */
function endWaitingWork(run: KeywordRun, snapshot: RemoteSnapshot): RemoteSnapshot {
  if (run.cancelRequestedAt === null || snapshot.status !== 'requires_action') return snapshot;
  return { ...snapshot, status: 'cancelled' };
}

/**
 * Handles a task that the provider no longer has. Saved state stays; past the deadline there is nothing left to wait
 * for. The simulator forgets its tasks at every restart without any payment, so there is nothing to wait for.
 */
async function settleGone(app: AppContext, run: KeywordRun): Promise<KeywordRun> {
  if (!isSimulated(run) && !isPastDeadline(app, run)) return run;
  const ended = await changeRun(app, run, (current) =>
    isTerminal(current.status) || current.taskId !== run.taskId ? null : afterGone(),
  );
  return ended.run;
}
