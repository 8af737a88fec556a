import { isTerminal, laterUsage, type RunStatus } from './run.ts';
import type { RunPatch, RunPhase, RunRecord } from './runRecord.ts';

/** What a look at the remote task showed, reduced to what decides a transition. */
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

/** Legal moves of the phase. There is no way back to `submitting`: a create is sent once. */
export function mayEnter(from: RunPhase, to: RunPhase): boolean {
  return from === to || nextPhases[from].includes(to);
}

/** Throws on a save that would break the state machine: a bug must not reach the database. */
export function assertLegal(run: Pick<RunRecord, 'id' | 'status' | 'phase'>, patch: RunPatch): void {
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
 * What a look at the remote task changes, or null when it changes nothing. A remote task that answers `completed` after
 * a cancel was asked for has won the race, and is saved as completed.
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

/** A cause as a sentence of its own, whether or not it came as one. */
export function sentence(cause: string): string {
  return /[.!?]$/.test(cause) ? cause : `${cause}.`;
}

/** The work exists, and what it came to cannot be read: it is looked at on and on, and says why nothing comes. */
export function afterFailedLooks(cause: string): RunPatch {
  return { error: `look_failed: ${sentence(cause)} It is paid for, so it is looked at again, ever more rarely.` };
}

/** The create may have worked. The run needs an inspection, and no other create is ever sent for it. */
export function afterUncertainCreate(cause: string, dueAt: string): RunPatch {
  return {
    phase: 'unresolved',
    status: 'requires_action',
    error: `creation_unresolved: ${sentence(cause)} The provider may be working on this run; it is looked for and never sent again.`,
    dueAt,
  };
}

/** Several pieces of work look like the lost one, or one that cannot be it does: the owner has to look. */
export function afterAmbiguousLook(cause: string): RunPatch {
  return {
    error: `creation_ambiguous: ${sentence(cause)} Nothing was chosen, and nothing is sent again; look at the provider's own list.`,
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
