import type { ComposedAnswer } from './composeAnswer.ts';
import type { Course } from './faults.ts';
import { fractionOf } from './seededChoice.ts';

/** Progress of simulated work: by the clock, or by how often it was polled (for tests that do not wait). */
export type Pace =
  /** `spreadMs`: maximum additional time, which differs between works by their ids. */
  | { by: 'time'; queuedMs: number; workingMs: number; spreadMs?: number }
  /**
   * The first `queued` polls see it queued, the next `working` polls see it in progress. Work older than `overAfterMs`
   * has ended however rarely it was polled, as at a vendor.
   */
  | { by: 'looks'; queued: number; working: number; overAfterMs?: number };

/** A remote tool of the request, and the result of calling it; `result` is null while the call runs. */
export type RemoteToolUse = {
  serverLabel: string;
  toolName: string;
  result: { output: string } | { error: string } | null;
};

type End = 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** One background response as the provider holds it. Times are milliseconds since the epoch. */
export type Work = {
  id: string;
  /** The run that it was created for, as named in the create. */
  runId: string | null;
  request: Readonly<Record<string, unknown>>;
  conversationId: string | null;
  course: Course;
  answer: ComposedAnswer;
  tool: RemoteToolUse | null;
  createdAt: number;
  looks: number;
  cancelAskedAt: number | null;
  looksAtCancel: number;
  /** Set by a cancel that loses its race: the work ends at the next poll. */
  hurried: boolean;
  ended: { as: End; at: number } | null;
};

const slowMs = 3_600_000;

/** Returns when work that is paced by the clock ends, in milliseconds since the epoch. */
export function endByTime(
  { id, createdAt }: Pick<Work, 'id' | 'createdAt'>,
  { queuedMs, workingMs, spreadMs = 0 }: Extract<Pace, { by: 'time' }>,
): number {
  return createdAt + queuedMs + workingMs + Math.round(spreadMs * fractionOf(id));
}

/** Returns the progress of work by its pace alone, and when it ended. */
function progress(
  work: Work,
  pace: Pace,
  now: number,
): { phase: 'queued' | 'working' } | { phase: 'over'; at: number } {
  if (work.hurried) return { phase: 'over', at: now };
  if (pace.by === 'looks') {
    const overAt = work.createdAt + (pace.overAfterMs ?? Number.POSITIVE_INFINITY);
    if (work.course !== 'slow' && now >= overAt) return { phase: 'over', at: overAt };
    if (work.looks <= pace.queued) return { phase: 'queued' };
    if (work.course === 'slow' || work.looks <= pace.queued + pace.working) return { phase: 'working' };
    return { phase: 'over', at: now };
  }
  const workingUntil = work.course === 'slow' ? work.createdAt + pace.queuedMs + slowMs : endByTime(work, pace);
  if (now < work.createdAt + pace.queuedMs) return { phase: 'queued' };
  return now < workingUntil ? { phase: 'working' } : { phase: 'over', at: workingUntil };
}

function endOf(course: Course): End {
  if (course === 'incomplete') return 'incomplete';
  return course === 'failed' ? 'failed' : 'completed';
}

function cancelTookEffect(work: Work, pace: Pace, now: number): boolean {
  if (work.cancelAskedAt === null || work.course === 'cancel_loses') return false;
  if (work.course !== 'slow_cancel') return true;
  return pace.by === 'looks' ? work.looks >= work.looksAtCancel + 2 : now >= work.cancelAskedAt + 1_000;
}

/** Returns the provider's current status word for the work. An end is recorded the first time it is seen, and stays. */
export function statusOf(work: Work, pace: Pace, now: number): 'queued' | 'in_progress' | End | 'pondering' {
  if (work.ended === null) {
    const reached = progress(work, pace, now);
    const toolBusy = work.tool !== null && work.tool.result === null;
    if (cancelTookEffect(work, pace, now)) work.ended = { as: 'cancelled', at: now };
    else if (reached.phase === 'over' && !toolBusy) work.ended = { as: endOf(work.course), at: reached.at };
    else if (reached.phase === 'queued') return 'queued';
    // A word that no client knows, to test that the client continues to poll.
    else return work.course === 'unknown_status' ? 'pondering' : 'in_progress';
  }
  return work.ended.as;
}

/** Records a cancel. The reply may still show the work in progress: that is the purpose of the two slow courses. */
export function askToCancel(work: Work, now: number): void {
  if (work.ended !== null || work.cancelAskedAt !== null) return;
  work.cancelAskedAt = now;
  work.looksAtCancel = work.looks;
}
