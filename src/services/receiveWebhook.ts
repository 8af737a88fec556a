import { isTerminal } from '../domain/run.ts';
import { isFirstDelivery, scheduleLooks } from '../store/dueRuns.ts';
import { findRunByTask } from '../store/runs.ts';
import { nowIso, type World } from './world.ts';

/**
 * Takes a provider's notice that something changed: checked, de-duplicated, and turned into one early look. Nothing in
 * the notice itself is believed. Returns false when its signature does not hold.
 */
export async function receiveWebhook(
  world: World,
  rawBody: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const notice = await world.answers.verifyWebhook(rawBody, headers);
  if (notice === null) return false;
  if (!(await isFirstDelivery(world.db, notice.deliveryId, nowIso(world)))) return true;
  const run = await findRunByTask(world.db, notice.taskId);
  if (run === null || isTerminal(run.status)) return true;
  await scheduleLooks(world.db, [{ id: run.id, workspaceId: run.workspaceId, dueAt: nowIso(world), failedLooks: 0 }]);
  world.wakeWorker();
  return true;
}
