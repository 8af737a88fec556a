import type { ComposedAnswer } from './composeAnswer.ts';
import type { Course } from './faults.ts';
import { fractionOf } from './seededChoice.ts';

/** How fast work goes: by the clock, or by how often it was looked at (for tests that wait for nothing). */
export type Pace =
  /** `spreadMs`: some works up to so much longer than others, by its id. */
  | { by: 'time'; queuedMs: number; workingMs: number; spreadMs?: number }
  /**
   * The first `queued` looks see it queued, the next `working` looks see it in progress. What is older than `overAfterMs` is
   * over however seldom it was looked at, as it is at a vendor.
   */
  | { by: 'looks'; queued: number; working: number; overAfterMs?: number };

/** A remote tool of the request, and what calling it gave; `result` null while the call goes on. */
export type RemoteToolUse = {
  serverLabel: string;
  toolName: string;
  result: { output: string } | { error: string } | null;
};

type End = 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** One background response as the provider holds it. Times are milliseconds since the epoch. */
export type Work = {
  id: string;
  /** The run that it was made for, as its create names it. */
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
  /** Set by a cancel that loses its race: the work ends at the next look. */
  hurried: boolean;
  ended: { as: End; at: number } | null;
};

const slowMs = 3_600_000;

/** When work that goes by the clock is over, in milliseconds since the epoch. */
export function endByTime(
  { id, createdAt }: Pick<Work, 'id' | 'createdAt'>,
  { queuedMs, workingMs, spreadMs = 0 }: Extract<Pace, { by: 'time' }>,
): number {
  return createdAt + queuedMs + workingMs + Math.round(spreadMs * fractionOf(id));
}

/** How far the work is by its pace alone, and since when it is over. */
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

/** The provider's word for the state of the work now. Ends are recorded the first time they are seen, and stay. */
export function statusOf(work: Work, pace: Pace, now: number): 'queued' | 'in_progress' | End | 'pondering' {
  if (work.ended === null) {
    const reached = progress(work, pace, now);
    const toolBusy = work.tool !== null && work.tool.result === null;
    if (cancelTookEffect(work, pace, now)) work.ended = { as: 'cancelled', at: now };
    else if (reached.phase === 'over' && !toolBusy) work.ended = { as: endOf(work.course), at: reached.at };
    else if (reached.phase === 'queued') return 'queued';
    // A word that no client knows, to see that it is followed all the same.
    else return work.course === 'unknown_status' ? 'pondering' : 'in_progress';
  }
  return work.ended.as;
}

/** Records a cancel. The reply may still show the work going on: that is what the two slow courses are for. */
export function askToCancel(work: Work, now: number): void {
  if (work.ended !== null || work.cancelAskedAt !== null) return;
  work.cancelAskedAt = now;
  work.looksAtCancel = work.looks;
}
