import { isTerminal, laterUsage, type RunStatus } from './run.ts';
import type { KeywordRun, RunPatch, RunPhase, RunRecord } from './runRecord.ts';

/** Result of polling the remote task, reduced to what decides a transition. */
export type RemoteProgress = {
  status: RunStatus;
  model: string | null;
  finishedAt: string | null;
  completedSearchCount: number | null;
  usage: RunRecord['usage'];
  error: string | null;
};

const activeStatuses: readonly RunStatus[] = ['queued', 'running', 'requires_action'];

/** Legal moves of the public status. Terminal states never change; an active one never returns to `queued`. */
export function mayMove(from: RunStatus, to: RunStatus): boolean {
  if (isTerminal(from)) return false;
  if (from === to) return true;
  if (to === 'queued') return from === 'requires_action';
  return isTerminal(to) || activeStatuses.includes(to);
}

const nextPhases: Record<RunPhase, readonly RunPhase[]> = {
  reserved: ['submitting', 'capturing'],
  submitting: ['submitted', 'unresolved'],
  unresolved: ['submitted'],
  submitted: [],
  capturing: [],
};

/** Returns true for legal moves of the phase. No move leads back to `submitting`: a create is sent once. */
export function mayEnter(from: RunPhase, to: RunPhase): boolean {
  return from === to || nextPhases[from].includes(to);
}

/**
 * Names the one end that is not proof: time ran out while nothing was seen of what may have been bought. Its money is
 * unknown, and proof of the purchase reopens it. Every other end is final.
 */
export function isGivenUp({ status, phase, error }: Pick<RunRecord, 'status' | 'phase' | 'error'>): boolean {
  return status === 'failed' && (phase === 'unresolved' || isGone(error));
}

/** Recognises the end of a run whose work the provider no longer had. */
export function isGone(error: string | null): boolean {
  return error?.startsWith(`${taskGone}:`) === true;
}

const taskGone = 'remote_task_gone';

function reopens(run: Pick<RunRecord, 'status' | 'phase' | 'error'>, patch: RunPatch): boolean {
  const { status, phase, taskId, reopenedAt } = patch;
  const isProven = phase === 'submitted' && typeof taskId === 'string' && typeof reopenedAt === 'string';
  return isGivenUp(run) && status === 'running' && isProven;
}

/** Throws on a save that would break the state machine: a bug must not reach the database. */
export function assertLegal(run: Pick<RunRecord, 'id' | 'status' | 'phase' | 'error'>, patch: RunPatch): void {
  if (reopens(run, patch)) return;
  if (patch.status !== undefined && !mayMove(run.status, patch.status)) {
    throw new Error(`run ${run.id}: illegal move ${run.status} -> ${patch.status}`);
  }
  if (patch.phase !== undefined && !mayEnter(run.phase, patch.phase)) {
    throw new Error(`run ${run.id}: illegal phase ${run.phase} -> ${patch.phase}`);
  }
  if (patch.status === undefined && isTerminal(run.status)) {
    throw new Error(`run ${run.id}: has ended as ${run.status} and does not change`);
  }
}

/**
 * Returns what a poll of the remote task changes, or null if it changes nothing. A remote task that answers
 * `completed` after a cancel was requested has won the race, and is saved as completed.
 */
export function afterLook(run: RunRecord, remote: RemoteProgress): RunPatch | null {
  if (isTerminal(run.status)) return null;
  // A remote task is never un-started: a late or repeated `queued` does not undo progress.
  const status = remote.status === 'queued' && run.status === 'running' ? 'running' : remote.status;
  if (!mayMove(run.status, status)) return null;
  const patch: RunPatch = {};
  if (status !== run.status) patch.status = status;
  if (remote.model !== null && remote.model !== run.model) patch.model = remote.model;
  if ((status === 'requires_action' || status === 'failed') && remote.error !== run.error) patch.error = remote.error;
  if ((status === 'queued' || status === 'running') && run.error !== null) patch.error = null;
  if (isTerminal(status)) {
    // What was stated when the work was accepted, its price above all, is often not stated again.
    patch.usage = laterUsage(run.usage, remote.usage);
    patch.completedSearchCount = remote.completedSearchCount;
    patch.dueAt = null;
    if (status === 'completed') {
      patch.observedAt = remote.finishedAt;
      patch.error = null;
    }
  }
  return Object.keys(patch).length === 0 ? null : patch;
}

/** Refused means provably not created: the run ends, and with it its reservation. */
export function afterRefusal(code: string, message: string): RunPatch {
  return { status: 'failed', error: `${code}: ${message}`, dueAt: null };
}

/** A receipt, or the provider's own object with the run's mark: it shows that the run's create made this task. */
export type TaskProof = { sessionId: string | null; taskId: string; costUsd: number | null };

/**
 * Changes a run whose create was in doubt, or given up, to one that follows its task; null if the proof adds nothing.
 * @param times ISO 8601 UTC. `deadlineAt`: a whole new period for a run that is past its deadline, else null
 */
export function afterProof(
  run: KeywordRun,
  { sessionId, taskId, costUsd }: TaskProof,
  times: { now: string; dueAt: string; deadlineAt: string | null },
): RunPatch | null {
  const isInDoubt = !isTerminal(run.status) && (run.phase === 'submitting' || run.phase === 'unresolved');
  if (!isInDoubt && !isGivenUp(run)) return null;
  if (run.taskId !== null && run.taskId !== taskId) return null;
  return {
    phase: 'submitted',
    status: run.status === 'queued' ? 'queued' : 'running',
    error: null,
    sessionId: sessionId ?? run.sessionId,
    taskId,
    usage: { ...run.usage, costUsd: costUsd ?? run.usage.costUsd },
    dueAt: times.dueAt,
    ...(times.deadlineAt === null ? {} : { deadlineAt: times.deadlineAt }),
    ...(isTerminal(run.status) ? { reopenedAt: times.now } : {}),
  };
}

/** Ends a run whose task the provider no longer has. */
export function afterGone(): RunPatch {
  const error = `${taskGone}: the provider no longer has this task. How it ended, and what it cost, is unknown.`;
  return { status: 'failed', error, dueAt: null };
}

/** A cause as a sentence of its own, whether or not it came as one. */
export function sentence(cause: string): string {
  return /[.!?]$/.test(cause) ? cause : `${cause}.`;
}

/**
 * Marks existing work whose result cannot be read: it is polled without end, and the error explains why nothing
 * arrives.
 */
export function afterFailedLooks(cause: string): RunPatch {
  return { error: `look_failed: ${sentence(cause)} It is paid for, so it is polled again, ever more rarely.` };
}

/** The create may have worked. The run needs an inspection, and no other create is ever sent for it. */
export function afterUncertainCreate(cause: string, dueAt: string): RunPatch {
  return {
    phase: 'unresolved',
    status: 'requires_action',
    error: `creation_unresolved: ${sentence(cause)} The provider may be working on this run. Sightline searches for it there and never sends it again.`,
    dueAt,
  };
}

/** Several pieces of work look like the lost one, or one that cannot be it does: the owner has to look. */
export function afterAmbiguousLook(cause: string): RunPatch {
  return {
    error: `creation_ambiguous: ${sentence(cause)} Nothing was chosen, and nothing is sent again. Check the provider's own list.`,
  };
}

/** Its deadline has passed while its provider could not be asked: that shows nothing, and what was bought would be given up. */
export function afterUnaskedDeadline(cause: string): RunPatch {
  return {
    error: `creation_unresolved: the deadline has passed, and the provider does not say whether it has this run: ${sentence(cause)} It is asked again; cancel the run to stop waiting.`,
  };
}

/** An unresolved creation that showed nothing until its deadline ends as failed, cause and cost unknown. */
export function afterUnresolvedDeadline(): RunPatch {
  return {
    status: 'failed',
    error:
      'creation_unconfirmed: the provider never showed this run before its deadline. Whether it ran, and what it cost, is unknown.',
    dueAt: null,
  };
}
