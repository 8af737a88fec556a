import { isTerminal } from '../domain/run.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { isFirstDelivery, scheduleLooks } from '../store/dueRuns.ts';
import { findActiveRun, findRunByTask } from '../store/runs.ts';
import { saveProgress } from './saveProgress.ts';
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
  const run = (await findRunByTask(world.db, notice.taskId)) ?? (await adoptLostTask(world, notice.taskId));
  if (run === null || isTerminal(run.status)) return true;
  await scheduleLooks(world.db, [{ id: run.id, workspaceId: run.workspaceId, dueAt: nowIso(world), failedLooks: 0 }]);
  world.wakeWorker();
  return true;
}

/** A task that no run knows may be the lost creation of one: the provider's own object names the run it was made for. */
async function adoptLostTask(world: World, taskId: string): Promise<RunRecord | null> {
  const seen = await world.answers.retrieve({ sessionId: null, taskId });
  if (seen.kind !== 'found' || !seen.snapshot.runId) return null;
  const run = await findActiveRun(world.db, seen.snapshot.runId);
  if (run === null || run.kind !== 'keyword' || run.taskId !== null) return null;
  if (run.phase !== 'unresolved') return null;
  return saveProgress(world, run, seen.snapshot, { phase: 'submitted', taskId, error: null });
}
