import { AppError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { isAbandoned } from '../../domain/runs/runState.ts';
import type { ReceivedNotice } from '../../ports/answerReader.ts';
import { isFirstDelivery, schedulePolls } from '../../store/runs/due.ts';
import { findRunByTask } from '../../store/runs/rows.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { readNotice, saveUnreadNotice } from './readNotices.ts';

/**
 * Receives a provider's notice that something changed: verifies it, removes duplicates, and polls early. Nothing in the
 * notice itself is trusted. Returns false if its signature is invalid.
 * @throws temporarily_unavailable while its task cannot be read, or its run awaits its receipt; the notice is saved
 * meanwhile
 */
export async function receiveWebhook(app: AppContext, engineId: string, received: ReceivedNotice): Promise<boolean> {
  const engine = app.engines.of({ engine: engineId });
  const notice = (await engine?.reader.verifyNotice(received)) ?? null;
  if (engine === null || notice === null) return false;
  const { taskId } = notice;
  const run = await findNoticedRun(app, engineId, taskId);
  if (!(await isFirstDelivery(app.db, notice.deliveryId, nowIso(app)))) return true;
  if (run === null || isTerminal(run.status)) return true;
  await schedulePolls(app.db, [{ id: run.id, workspaceId: run.workspaceId, dueAt: steadyIso(app), failedPolls: 0 }]);
  app.wakeWorker();
  return true;
}

async function findNoticedRun(app: AppContext, engineId: string, taskId: string): Promise<RunRecord | null> {
  const run = await findRunByTask(app.db, taskId);
  if (run !== null && !isAbandoned(run)) return run;
  const reading = await readNotice(app, engineId, taskId);
  if (reading.kind === 'read') return reading.run;
  // The vendor may deliver it only once, and it may be the only way to find a paid task.
  await saveUnreadNotice(app, engineId, taskId, reading.cause);
  throw new AppError('temporarily_unavailable', `${reading.message} Deliver it again later.`, {
    retry: 'same_key',
    retryAfterSeconds: 30,
  });
}
