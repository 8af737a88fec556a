import { isTerminal, laterUsage, type RunStatus } from './run.ts';
import type { KeywordRun, RunPatch, RunPhase, RunRecord } from './runRecord.ts';

/** Result of polling the remote task, reduced to what determines a transition. */
export type RemoteProgress = {
  status: RunStatus;
  model: string | null;
  finishedAt: string | null;
  completedSearchCount: number | null;
  usage: RunRecord['usage'];
  error: string | null;
};

const activeStatuses: readonly RunStatus[] = ['queued', 'running', 'requires_action'];

/**
 * Returns true for legal transitions of the public status. Terminal states never change; an active one never returns to
 * `queued`.
 */
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

/** Returns true for legal transitions of the phase. None leads back to `submitting`: a create is sent once. */
export function mayEnter(from: RunPhase, to: RunPhase): boolean {
  return from === to || nextPhases[from].includes(to);
}

/**
 * Returns true for the one end that is not proof: the deadline passed without a sign of what may have been bought. Its
 * cost is unknown, and proof of the purchase reopens it. Every other end is final.
 */
export function isAbandoned({ status, phase, error }: Pick<RunRecord, 'status' | 'phase' | 'error'>): boolean {
  return status === 'failed' && (phase === 'unresolved' || isGone(error));
}

/** Returns true if a run ended because the provider no longer had its work. */
export function isGone(error: string | null): boolean {
  return error?.startsWith(`${taskGone}:`) === true;
}

const taskGone = 'remote_task_gone';

function reopens(run: Pick<RunRecord, 'status' | 'phase' | 'error'>, patch: RunPatch): boolean {
  const { status, phase, taskId, reopenedAt } = patch;
  const isProven = phase === 'submitted' && typeof taskId === 'string' && typeof reopenedAt === 'string';
  return isAbandoned(run) && status === 'running' && isProven;
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
 * Returns what a poll of the remote task changes, or null if nothing. A remote task that reports `completed` after a
 * cancel request was faster, and is saved as completed.
 */
export function afterPoll(run: RunRecord, remote: RemoteProgress): RunPatch | null {
  if (isTerminal(run.status)) return null;
  // A remote task never goes back: a late or repeated `queued` does not undo progress.
  const status = remote.status === 'queued' && run.status === 'running' ? 'running' : remote.status;
  if (!mayMove(run.status, status)) return null;
  const patch: RunPatch = {};
  if (status !== run.status) patch.status = status;
  if (remote.model !== null && remote.model !== run.model) patch.model = remote.model;
  if ((status === 'requires_action' || status === 'failed') && remote.error !== run.error) patch.error = remote.error;
  if ((status === 'queued' || status === 'running') && run.error !== null) patch.error = null;
  if (isTerminal(status)) {
    // Figures stated when the work was accepted, above all its price, are often not repeated.
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

/** A receipt, or the provider's own object with the run's tag, which proves that the run's create made this task. */
export type TaskProof = { sessionId: string | null; taskId: string; costUsd: number | null };

/**
 * Makes a run whose create was uncertain or given up follow its task; null if the proof adds nothing.
 * @param times ISO 8601 UTC. `deadlineAt`: a new deadline for a run that is past its own, otherwise null
 */
export function afterProof(
  run: KeywordRun,
  { sessionId, taskId, costUsd }: TaskProof,
  times: { now: string; dueAt: string; deadlineAt: string | null },
): RunPatch | null {
  const isInDoubt = !isTerminal(run.status) && (run.phase === 'submitting' || run.phase === 'unresolved');
  if (!isInDoubt && !isAbandoned(run)) return null;
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

/** Formats a cause as a complete sentence. */
export function sentence(cause: string): string {
  return /[.!?]$/.test(cause) ? cause : `${cause}.`;
}

/** Marks existing work whose result cannot be read: polling continues, and the error explains why no result arrives. */
export function afterFailedPolls(cause: string): RunPatch {
  return { error: `look_failed: ${sentence(cause)} It is paid for, so Sightline polls it again at growing intervals.` };
}

/** Marks a create that may have worked: the run needs an inspection, and no other create is ever sent for it. */
export function afterUncertainCreate(cause: string, dueAt: string): RunPatch {
  return {
    phase: 'unresolved',
    status: 'requires_action',
    error: `creation_unresolved: ${sentence(cause)} The provider may be working on this run. Sightline searches for it there and never sends it again.`,
    dueAt,
  };
}

/** Marks a run for inspection by its owner: several tasks look like the lost one, or one that cannot be it does. */
export function afterAmbiguousPoll(cause: string): RunPatch {
  return {
    error: `creation_ambiguous: ${sentence(cause)} Nothing was chosen, and nothing is sent again. Check the provider's own list.`,
  };
}

/**
 * Marks a run whose deadline passed while its provider could not be reached. Nothing is proved, and ending it could
 * abandon a purchase.
 */
export function afterUnaskedDeadline(cause: string): RunPatch {
  return {
    error: `creation_unresolved: the deadline has passed, and the provider does not say whether it has this run: ${sentence(cause)} It is asked again; cancel the run to stop waiting.`,
  };
}

/** Ends an unresolved create without any sign until its deadline as failed, cause and cost unknown. */
export function afterUnresolvedDeadline(): RunPatch {
  return {
    status: 'failed',
    error:
      'creation_unconfirmed: the provider never showed this run before its deadline. Whether it ran, and what it cost, is unknown.',
    dueAt: null,
  };
}
