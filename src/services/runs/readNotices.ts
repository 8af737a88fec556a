import { isTerminal } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { findRunAnywhere } from '../../store/runs/rows.ts';
import {
  deleteNotice,
  listDueNotices,
  postponeNotice,
  saveNotice,
  type UnreadNotice,
} from '../../store/runs/unreadNotices.ts';
import { type AppContext, millisecondsSince, nowIso, steadyIso } from '../appContext.ts';
import { adoptTask } from './adoptTask.ts';

/** Milliseconds to the next read of a notice: doubled after each failure, up to the longest. */
const firstWaitMs = 5_000;
const maxWaitMs = 600_000;
/** Milliseconds for which a notice is read again: if the provider cannot be reached, and if the task does not exist. */
const unavailableForMs = 30 * 86_400_000;
const absentForMs = 600_000;
const readAtOnce = 10;

/** `cause` null: the provider replied, but the task may not exist yet, or is not ours. */
type NoticeReading =
  | { kind: 'read'; run: RunRecord | null }
  | { kind: 'unread'; cause: string | null; message: string };

/**
 * Reads the task that a notice names. If the provider's own object contains the tag of a run that is unresolved or was
 * given up, the run adopts the task. @returns the run that follows the task now; null: none of ours does
 */
export async function readNotice(app: AppContext, engineId: string, taskId: string): Promise<NoticeReading> {
  const readable = app.engines.of({ engine: engineId });
  if (readable === null) {
    return {
      kind: 'unread',
      cause: `the engine ${engineId} is not configured`,
      message: 'Its engine is not configured.',
    };
  }
  const retrieved = await readable.reader.retrieve({ sessionId: null, taskId });
  // Recently created work may not be readable yet.
  if (retrieved.kind !== 'found') {
    const cause = retrieved.kind === 'unavailable' ? retrieved.cause : null;
    return { kind: 'unread', cause, message: 'The task of this delivery cannot be read now.' };
  }
  const { runId, usage } = retrieved.snapshot;
  const run = runId ? await findRunAnywhere(app.db, runId) : null;
  if (run === null || run.kind !== 'keyword' || run.engine !== engineId) return { kind: 'read', run: null };
  if (run.phase === 'submitting' && !isTerminal(run.status)) {
    return { kind: 'unread', cause: null, message: 'The run of this delivery is still being sent.' };
  }
  const adopted = await adoptTask(app, run, { sessionId: null, taskId, costUsd: usage.costUsd });
  return { kind: 'read', run: adopted.run.taskId === taskId ? adopted.run : null };
}

export function saveUnreadNotice(app: AppContext, engine: string, taskId: string, cause: string | null): Promise<void> {
  const dueAt = steadyIso(app, firstWaitMs);
  return saveNotice(app.db, { engine, taskId, receivedAt: nowIso(app), dueAt, cause });
}

/** Reads the tasks of saved notices that are due, because the vendor may not deliver them again. */
export async function readUnreadNotices(app: AppContext): Promise<void> {
  for (const notice of await listDueNotices(app.db, steadyIso(app), readAtOnce)) {
    const reading = await readNotice(app, notice.engine, notice.taskId);
    if (reading.kind === 'read') {
      await deleteNotice(app.db, notice);
      if (reading.run !== null) app.wakeWorker();
    } else await postpone(app, notice, reading.cause);
  }
}

async function postpone(app: AppContext, notice: UnreadNotice, cause: string | null): Promise<void> {
  const keptForMs = cause === null ? absentForMs : unavailableForMs;
  if (millisecondsSince(app, notice.receivedAt) > keptForMs) {
    await deleteNotice(app.db, notice);
    return;
  }
  const failedReads = notice.failedReads + 1;
  const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** failedReads);
  await postponeNotice(app.db, notice, { dueAt: steadyIso(app, waitMs), failedReads, cause });
}
